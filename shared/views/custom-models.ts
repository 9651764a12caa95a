import type { CustomModelAudience, CustomModelKind, ReleaseStatus } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { PreparationStatus } from '../service.ts';

/** The signed consent of a person or property owner. Darkslide keeps a copy of the file. */
export interface ReleaseFile {
  readonly name: string;
  /** Bytes. */
  readonly bytes: number;
  /** Whether the copy exists; false if the ledger was moved here without its files. */
  readonly isHere: boolean;
}

/** The user's notes on a custom model or scene, which are never sent to the service. */
export interface CustomModelNotes extends CustomModelAudience {
  /** Name shown instead of the service's name; null to show the service's name. */
  readonly localName: string | null;
  readonly notes: string;
  readonly tags: readonly string[];
  /** The last local day (YYYY-MM-DD) on which the model or scene may be used; null if it may be used forever. */
  readonly expires: string | null;
}

/**
 * Whether a custom model or scene is in the account: `there`; `gone`, because it was deleted elsewhere;
 * `deleting`, because it was deleted here and the service has not answered yet. A model or scene is no longer
 * shown once the service has confirmed the deletion.
 */
export type CustomModelPresence = 'there' | 'gone' | 'deleting';

/** A custom model or scene, with the studio's details about it (its card). */
export interface CustomModelCard extends CustomModelNotes {
  readonly kind: CustomModelKind;
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
  /** The user's name for the model or scene, or otherwise the service's name; empty if there is neither. */
  readonly name: string;
  readonly serviceName: string;
  readonly status: PreparationStatus;
  readonly presence: CustomModelPresence;
  /** Whether the model or scene was created with this data folder; otherwise, it was found in the account. */
  readonly isMadeHere: boolean;
  /** Number of its photos that the service reported; each has a picture, in addition to the cover. */
  readonly photos: number;
  readonly hasCover: boolean;
  /** Wall-clock ms at which Darkslide first saw the model or scene. */
  readonly knownSince: number;
  readonly release: ReleaseFile | null;
  readonly releaseStatus: ReleaseStatus;
  /** Increases with every change of the card; a save contains the revision on which it is based. */
  readonly revision: number;
  /** Why the service refused the deletion, or why the status is unknown; null if there is no problem. */
  readonly problem: Problem | null;
}

/** A photo of a creation. */
export interface CreationPhotoView {
  /** Absolute path of the original file, or a URL. */
  readonly path: string;
  readonly name: string;
  /**
   * Number with which a screen requests the picture of this photo (kind `further`); null while the photo's file is
   * unknown.
   */
  readonly pictureId: number | null;
  /** Fraction that has been uploaded, from 0 to 1. */
  readonly sent: number;
}

/**
 * The state of a creation. `preparing`: photos are prepared and uploaded; `sending`: the request is being sent;
 * `doubt`: the answer was lost, and Darkslide searches the account; `stopped`: nothing was created, or that is unknown
 * (see `problem`). A finished creation becomes a custom model or scene.
 */
export type CreationState = 'preparing' | 'sending' | 'doubt' | 'stopped';

/** A custom model or scene that Darkslide is creating. */
export interface CustomModelCreation {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  readonly photos: readonly CreationPhotoView[];
  readonly state: CreationState;
  /** Why the creation waits or has stopped; null if it is progressing. */
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly createdAt: number;
}

/**
 * An earlier creation from the same photos, which may make a further creation unnecessary: `ready` to use, `under-way`,
 * or `uncertain`, because the answer to its request was lost.
 */
export interface EarlierCreation {
  readonly state: 'ready' | 'under-way' | 'uncertain';
  readonly creationId: number;
  /** `fashionModelId` or `locationId`; null until the model or scene is in the account. */
  readonly id: number | null;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  /** Why the state is `uncertain`; null in other states. */
  readonly problem: Problem | null;
}

/** The result of starting a creation: it has started, or the user must first decide about an earlier one. */
export type StartedCreation =
  { readonly creationId: number } | { readonly earlier: EarlierCreation };

/** How up to date the list of the account is. */
export interface CustomModelSync {
  readonly isRefreshing: boolean;
  /** Wall-clock ms of the last complete list; null before the first. */
  readonly refreshedAt: number | null;
  /** Why the last list is incomplete; null if it is complete. */
  readonly problem: Problem | null;
}

export const customModelViews = ['all', 'usable', 'preparing', 'attention'] as const;
/** `attention`: failed, gone, deletion refused, or with a release that expires soon or has expired. */
export type CustomModelView = (typeof customModelViews)[number];

export interface CustomModelFilter {
  /** Words in the names, notes, tags and clients, or the ID; all must match. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  readonly show?: CustomModelView | undefined;
}

export interface CustomModelPage extends CustomModelSync {
  /** Number of cards that match the filter. */
  readonly total: number;
  /** Newest first. */
  readonly rows: readonly CustomModelCard[];
  /** All unfinished and stopped creations, regardless of the filter, newest first. */
  readonly creations: readonly CustomModelCreation[];
  /** Number of models or scenes in the account, and the maximum allowed. */
  readonly inAccount: number;
  readonly most: number;
  /** Tags of all cards of this kind, sorted by name. */
  readonly tags: readonly string[];
  readonly clients: readonly string[];
}

/** The uses of a custom model or scene, and what would be lost by deleting it. */
export interface CustomModelUses {
  /** Names of saved recipes. */
  readonly recipes: readonly string[];
  /** Names of the hot folders that use one of these recipes. */
  readonly hotFolders: readonly string[];
  /** Number of waiting jobs and jobs that need attention; all of them would be held. */
  readonly waiting: number;
  /** Names of photos of running jobs that use the model or scene; only the first ones. */
  readonly running: readonly string[];
  /** Number of images that were delivered with the model or scene; deleting it does not delete them. */
  readonly delivered: number;
  /** Identifies this answer in `custom-models.delete`. */
  readonly seen: string;
}

/** A checked photo for a custom model or scene. */
export interface CustomModelPhoto {
  /** Absolute path, or a URL from which the service downloads the photo. */
  readonly path: string;
  /** Hash of the content; for a URL, hash of `url:` and the URL. */
  readonly sha256: string;
  readonly name: string;
  /** Number with which a screen requests the picture of this photo (kind `further`); null for a URL. */
  readonly pictureId: number | null;
  /** Upright size in px and bytes of the photo; 0 for a URL, which is not read. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** The copy for the service; null if it cannot be created, and for a URL. */
  readonly copy: CustomModelPhotoCopy | null;
  /** Why the photo cannot be used; null if it can. */
  readonly problem: Problem | null;
}

/** The copy of a photo within the service's limits. */
export interface CustomModelPhotoCopy {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly format: 'jpeg' | 'png' | 'webp';
}

/** A custom model or scene of a recipe, if its release expires soon. */
export interface EndingRelease {
  readonly kind: CustomModelKind;
  readonly name: string;
  /** The last local day (YYYY-MM-DD) on which the model or scene may be used. */
  readonly expires: string;
}

/** The result of importing a cards file. */
export interface ImportedCards {
  readonly changed: number;
  readonly same: number;
  /** Names or IDs of the cards whose model or scene is not in the account. */
  readonly unknown: readonly string[];
  /** The previous cards; importing them undoes this import. */
  readonly before: string;
}
