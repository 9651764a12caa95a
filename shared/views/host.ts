export interface HostInfo {
  readonly kind: 'desktop' | 'browser';
  readonly version: string;
  readonly platform: 'mac' | 'windows' | 'linux';
  /** BCP 47 tag of the system. */
  readonly locale: string;
  /** Whether system dialogs choose folders; otherwise the page lists them. */
  readonly hasDialogs: boolean;
}

/** Folders of the computer, for the host without system dialogs. */
export interface FolderListing {
  /** Absolute. */
  readonly path: string;
  readonly parent: string | null;
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Number of pictures directly in the folder. */
  readonly photos: number;
  /** Folders to start from: home, pictures, drives. */
  readonly places: readonly { readonly name: string; readonly path: string }[];
}
