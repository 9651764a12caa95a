import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { CustomModelSync } from '#shared/views/custom-models.ts';
import type { Clock } from '../../base/clock.ts';
import type { KeptFiles } from '../../adapters/images/kept-files.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CreationPhoto } from '../../adapters/ledger/creations.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { Downloads } from '../../adapters/network/downloads.ts';
import type { Network } from '../../adapters/network/network.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Station } from '../station/station.ts';
import type { Templates } from '../templates/templates.ts';
import type { Copies } from './copies.ts';
import type { LookedPhoto } from './prepared-photos.ts';

/** The dependencies of the work on custom models and scenes. Time, randomness, disk and network come from here. */
export interface CustomModelParts {
  readonly ledger: Pick<Ledger, 'customModels' | 'creations' | 'owner' | 'transaction'>;
  readonly service: Service;
  readonly network: Pick<Network, 'mode'>;
  readonly downloads: Downloads;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  /** `accountMark` of the key; null for a service with a single account. */
  readonly account: string | null;
  readonly images: Pick<Images, 'thumbnail'>;
  readonly copies: Copies;
  /** The cache of thumbnails. */
  readonly files: Pick<KeptFiles, 'get'>;
  /** Absolute path of the folder for unfinished pictures. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /**
   * Monotonic time in ms during which a lost request may still be processed; may change at any
   * time.
   */
  readonly doubtWindow: () => number;
  /** This computer's part in a shared studio; absent outside a shared studio. */
  readonly station?: Pick<Station, 'claimCreation' | 'mayCreate'>;
  /** Refreshed when the account has changed. */
  readonly templates: Pick<Templates, 'refresh'>;
  /** Turns an unexpected error into a problem. */
  readonly mistake: (error: unknown) => Problem;
}

export type CustomModelEvent =
  /** Custom models and scenes may look different on screen now. */
  | { readonly kind: 'custom-models' }
  /** A bug; other work continues. */
  | { readonly kind: 'mistake'; readonly problem: Problem };

/** A photo by its absolute path, with the content that was checked. */
export type ModelPhoto = Pick<CreationPhoto, 'path' | 'sha256'>;

/** A request to create a custom model or scene. */
export interface CreationDraft {
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  readonly photos: readonly ModelPhoto[];
}

/** A checked request, with the photos in their current state. */
export interface CheckedCreation extends CreationDraft {
  readonly photos: readonly CreationPhoto[];
}

/** Creates, finds, follows and deletes the account's custom models and scenes. */
export interface CustomModels {
  /**
   * Resumes the work that an earlier run left: creations, deletions and models in preparation. With
   * `sync`, also syncs the account now and every half hour, and refreshes the lists of templates
   * after changes. Call once.
   */
  start(options?: { readonly sync: boolean }): void;
  /**
   * Checks a photo against the limits of its kind and makes the copy that the service would
   * receive, once per content. If the service would not accept it, the returned photo has a
   * `problem`. Problems: file-missing, file-unreadable, file-incomplete, own-photo-changed,
   * aborted, those of `Images.probe`.
   */
  look(kind: CustomModelKind, path: string, signal: AbortSignal): Promise<Outcome<LookedPhoto>>;
  /**
   * Checks a request for the ledger. Problems: own-photos, own-photos-twice, own-name, own-full if
   * the account is already known to be full, own-photo-changed, aborted, and those of the photos.
   */
  check(request: CreationDraft, signal: AbortSignal): Promise<Outcome<CheckedCreation>>;
  /** Starts the creations recorded in the ledger. */
  begin(): void;
  /** Retries a stopped creation. Problem: own-creation-unknown if there is no such creation. */
  again(creationId: number): Outcome<null>;
  /**
   * Dismisses a creation that stopped or has sent nothing. Problem: own-creation-unknown.
   */
  putAway(creationId: number): Outcome<null>;
  /** Returns the upload progress of each photo of a creation, from 0 to 1. */
  sent(creationId: number): readonly number[];
  /**
   * Syncs the account now, one sync at a time, and immediately retries waiting work. Returns the
   * problem of an incomplete list.
   */
  refresh(): Promise<Outcome<null>>;
  /**
   * Records that the key belongs to the known account, as the user confirmed, and syncs the
   * account.
   */
  isSameAccount(): void;
  sync(): CustomModelSync;
  /** Deletes the entry from the service, now or after a restart. */
  remove(kind: CustomModelKind, id: number): void;
  /**
   * Returns a small JPEG of the cover (`n` 0) or of one of the photos (`n` from 1), with a long side of `size` px.
   * Problems: picture-unknown if there is no such picture, and those of the download.
   */
  picture(
    kind: CustomModelKind,
    id: number,
    n: number,
    size: number,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
  /**
   * Waits until an entry of the account is complete or has failed, as its status says. Problems: own-unknown,
   * aborted.
   */
  ready(kind: CustomModelKind, id: number, signal: AbortSignal): Promise<Outcome<CustomModelRow>>;
  /** Starts no new work, and ends running work safely. */
  stop(): Promise<void>;
}
