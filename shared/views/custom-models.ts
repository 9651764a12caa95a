import type { CustomModelAudience, CustomModelKind, ReleaseStatus } from '../custom-models.ts';
import type { Problem } from '../problem.ts';
import type { PreparationStatus } from '../service.ts';

/** The file that shows that a person, or the owner of a place, has agreed. A copy of it is kept. */
export interface ReleaseFile {
  readonly name: string;
  /** Bytes. */
  readonly bytes: number;
  /** False where the ledger was brought here without its files. */
  readonly isHere: boolean;
}

/** What a studio notes of a custom model or scene; the service is told nothing of it. */
export interface CustomModelNotes extends CustomModelAudience {
  /** Shown in place of the service's name; null for that one. */
  readonly localName: string | null;
  readonly notes: string;
  readonly tags: readonly string[];
  /** The last local day (YYYY-MM-DD) on which it may be used. */
  readonly expires: string | null;
}

/**
 * Where it is: `there`; `gone`, because it was deleted elsewhere; `deleting`, because a person here wants
 * it gone and the service has not answered yet. One that was deleted here is not shown any more.
 */
export type CustomModelPresence = 'there' | 'gone' | 'deleting';

/** A custom model or scene with its card. */
export interface CustomModelCard extends CustomModelNotes {
  readonly kind: CustomModelKind;
  /** `fashionModelId` or `locationId`. */
  readonly id: number;
  /** The local name, else the service's; '' where there is neither. */
  readonly name: string;
  readonly serviceName: string;
  readonly status: PreparationStatus;
  readonly presence: CustomModelPresence;
  /** It was made here, and not found in the account. */
  readonly isMadeHere: boolean;
  /** Photos it was made of, as far as the service tells; each is a picture, as is the cover. */
  readonly photos: number;
  readonly hasCover: boolean;
  /** Wall-clock ms since which it is known here. */
  readonly knownSince: number;
  readonly release: ReleaseFile | null;
  readonly releaseStatus: ReleaseStatus;
  /** Grows with every change of the card; a save names the one it began from. */
  readonly revision: number;
  /** Why the service keeps what was to be deleted, or why it is not known how it stands. */
  readonly problem: Problem | null;
}

/** A photo that one is being made of. */
export interface CreationPhotoView {
  /** Absolute, where it lay. */
  readonly path: string;
  readonly name: string;
  /** Number of its picture, of the kind `further`; null while its file is not known. */
  readonly pictureId: number | null;
  /** 0 to 1: how much of it the service has. */
  readonly sent: number;
}

/**
 * How far a creation has come. `preparing`: photos are made ready and uploaded; `sending`: the service is
 * asked to create it; `doubt`: its answer was lost, and the account is being looked through; `stopped`: it
 * was not created, or nobody knows, for `problem`. A created one is a custom model or scene.
 */
export type CreationState = 'preparing' | 'sending' | 'doubt' | 'stopped';

/** A custom model or scene that is being made here. */
export interface CustomModelCreation {
  readonly id: number;
  readonly kind: CustomModelKind;
  /** Null where the service is to name it. */
  readonly name: string | null;
  readonly photos: readonly CreationPhotoView[];
  readonly state: CreationState;
  /** Why it waits or stopped. */
  readonly problem: Problem | null;
  /** Wall-clock ms. */
  readonly createdAt: number;
}

/**
 * What the same photos came to before, which may save making another one: `ready` to be used, `under-way`,
 * or `uncertain`, because the answer to its request was lost.
 */
export interface EarlierCreation {
  readonly state: 'ready' | 'under-way' | 'uncertain';
  readonly creationId: number;
  /** `fashionModelId` or `locationId`; null before it is in the account. */
  readonly id: number | null;
  /** Null where the service is to name it. */
  readonly name: string | null;
  /** Why it is uncertain. */
  readonly problem: Problem | null;
}

/** What asking for a new one came to: it is being made, or a person has to choose. */
export type StartedCreation =
  { readonly creationId: number } | { readonly earlier: EarlierCreation };

/** How well it is known what the account holds. */
export interface CustomModelSync {
  readonly isRefreshing: boolean;
  /** Wall-clock ms of the last whole list; null before the first. */
  readonly refreshedAt: number | null;
  /** Why the last list is not whole. */
  readonly problem: Problem | null;
}

export const customModelViews = ['all', 'usable', 'preparing', 'attention'] as const;
/** `attention`: failed, gone, refused, or with a release that ends or is over. */
export type CustomModelView = (typeof customModelViews)[number];

export interface CustomModelFilter {
  /** Words of the names, notes, tags and clients, or the id; all of them. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  readonly show?: CustomModelView | undefined;
}

export interface CustomModelPage extends CustomModelSync {
  /** Cards that the filter lets through. */
  readonly total: number;
  /** The newest first. */
  readonly rows: readonly CustomModelCard[];
  /** All that are being made or stopped, whatever the filter; the newest first. */
  readonly creations: readonly CustomModelCreation[];
  /** How many the account holds, and how many it may. */
  readonly inAccount: number;
  readonly most: number;
  /** Of all cards of the kind, by name. */
  readonly tags: readonly string[];
  readonly clients: readonly string[];
}

/** What a custom model or scene is used by, and what would be lost with it. */
export interface CustomModelUses {
  /** Saved recipes by name. */
  readonly recipes: readonly string[];
  /** Names of the hot folders that run one of them. */
  readonly hotFolders: readonly string[];
  /** Jobs that wait, or wait for a person; they would be held. */
  readonly waiting: number;
  /** Names of photos that are being made with it right now, the first ones. */
  readonly running: readonly string[];
  /** Images that were delivered with it; they stay. */
  readonly delivered: number;
  /** Names this answer, for `custom-models.delete`. */
  readonly seen: string;
}

/** A photo that a custom model or scene is to be made of, as it was looked at. */
export interface CustomModelPhoto {
  /** Absolute path, or a web address that the service fetches itself. */
  readonly path: string;
  /** Of the content; of `url:` and the address where only that is known. */
  readonly sha256: string;
  readonly name: string;
  /** Number of its picture, of the kind `further`; null for an address. */
  readonly pictureId: number | null;
  /** px, upright, and bytes of the photo itself; 0 for an address, which is not looked into. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** What the service is to get; null where it cannot be made, and for an address. */
  readonly copy: CustomModelPhotoCopy | null;
  /** Why it cannot be used. */
  readonly problem: Problem | null;
}

/** The copy of a photo within the service's limits. */
export interface CustomModelPhotoCopy {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly format: 'jpeg' | 'png' | 'webp';
}

/** One that a recipe uses, and that may be used for some days only. */
export interface EndingRelease {
  readonly kind: CustomModelKind;
  readonly name: string;
  /** The last local day (YYYY-MM-DD) on which it may be used. */
  readonly expires: string;
}

/** What came of reading a file of cards. */
export interface ImportedCards {
  readonly changed: number;
  readonly same: number;
  /** Names or ids of those that the account does not hold. */
  readonly unknown: readonly string[];
  /** The cards as they were before, to be imported again for an undo. */
  readonly before: string;
}
