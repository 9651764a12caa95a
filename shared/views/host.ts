export interface HostInfo {
  readonly kind: 'desktop' | 'browser';
  readonly version: string;
  readonly platform: 'mac' | 'windows' | 'linux';
  /** BCP 47 tag of the system. */
  readonly locale: string;
  /** The system's own dialog chooses folders; else the page lists them. */
  readonly hasDialogs: boolean;
}

/** Folders of the computer, for the host without a dialog of the system. */
export interface FolderListing {
  /** Absolute. */
  readonly path: string;
  readonly parent: string | null;
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Pictures in the folder itself. */
  readonly photos: number;
  /** Places to begin from: home, pictures, drives. */
  readonly places: readonly { readonly name: string; readonly path: string }[];
}
