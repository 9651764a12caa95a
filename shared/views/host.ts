export interface HostInfo {
  readonly kind: 'desktop' | 'browser';
  readonly version: string;
  readonly platform: 'mac' | 'windows' | 'linux';
  /** BCP 47 tag of the system's locale. */
  readonly locale: string;
  /** Whether folders are chosen in system dialogs; otherwise, the page lists them. */
  readonly hasDialogs: boolean;
}

/** Folders of this computer, for a host without system dialogs. */
export interface FolderListing {
  /** Absolute path. */
  readonly path: string;
  readonly parent: string | null;
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Number of pictures directly in the folder. */
  readonly photos: number;
  /** Folders in which browsing can start: home, pictures, drives. */
  readonly places: readonly { readonly name: string; readonly path: string }[];
}
