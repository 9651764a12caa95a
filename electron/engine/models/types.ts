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
import type { Templates } from '../templates/templates.ts';
import type { Copies } from './copies.ts';
import type { LookedPhoto } from './prepared-photos.ts';

/** What custom models and scenes work with. Time, chance, disk and network come in here. */
export interface CustomModelParts {
  readonly ledger: Pick<Ledger, 'customModels' | 'creations' | 'owner' | 'transaction'>;
  readonly service: Service;
  readonly network: Pick<Network, 'mode'>;
  readonly downloads: Downloads;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  /** `accountMark` of the key; null for a service that has one account. */
  readonly account: string | null;
  readonly images: Pick<Images, 'thumbnail'>;
  readonly copies: Copies;
  /** Where small pictures are kept. */
  readonly files: Pick<KeptFiles, 'get'>;
  /** Absolute path; holds pictures on their way. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** ms of monotonic time in which a lost request may still be processed; may change meanwhile. */
  readonly doubtWindow: () => number;
  /** Asked for anew where the account is another now. */
  readonly templates: Pick<Templates, 'refresh'>;
  /** The problem of a bug of ours. */
  readonly mistake: (error: unknown) => Problem;
}

export type CustomModelEvent =
  /** What is shown of custom models and scenes may be another now. */
  | { readonly kind: 'custom-models' }
  /** A bug of ours; the rest goes on. */
  | { readonly kind: 'mistake'; readonly problem: Problem };

/** A photo by its absolute path, with the content that was looked at. */
export type ModelPhoto = Pick<CreationPhoto, 'path' | 'sha256'>;

/** What is to be made. */
export interface CreationDraft {
  readonly kind: CustomModelKind;
  /** Null leaves it to the service. */
  readonly name: string | null;
  readonly photos: readonly ModelPhoto[];
}

/** What was checked, with the photos as they are now. */
export interface CheckedCreation extends CreationDraft {
  readonly photos: readonly CreationPhoto[];
}

/** The account's custom models and scenes: made, found, followed and deleted. */
export interface CustomModels {
  /**
   * Goes on with what an earlier run left: creations, deletions and what is being prepared. With `sync`
   * it also looks through the account now and every half an hour, and has the lists of templates
   * follow what changes. Once.
   */
  start(options?: { readonly sync: boolean }): void;
  /**
   * Checks a photo for the limits of its kind and makes the copy that the service would get, once for a
   * content. What the service would not take is the `problem` of a photo that can be shown. Problems:
   * file-missing, file-unreadable, file-incomplete, file-changed, aborted, those of `Images.probe`.
   */
  look(kind: CustomModelKind, path: string, signal: AbortSignal): Promise<Outcome<LookedPhoto>>;
  /**
   * Checks what one is to be made of, for the ledger to be told. Problems: own-photos, own-name, own-full where
   * that is known already, file-changed, aborted, and those of the photos.
   */
  check(request: CreationDraft, signal: AbortSignal): Promise<Outcome<CheckedCreation>>;
  /** Begins what the ledger was told of. */
  begin(): void;
  /** Begins one that stopped anew. Problem: own-creation-unknown where it is none. */
  again(creationId: number): Outcome<null>;
  /** Takes one that stopped, or of which nothing was sent, off the list. Problem: own-creation-unknown. */
  putAway(creationId: number): Outcome<null>;
  /** 0 to 1 for each photo of a creation: how much of it the service has. */
  sent(creationId: number): readonly number[];
  /**
   * Looks through the account now, once at a time, and tries at once what waits. The problem of a kind
   * whose list did not come whole.
   */
  refresh(): Promise<Outcome<null>>;
  /** A person says that the key is of the account whose models and scenes are known; looks through it. */
  isSameAccount(): void;
  sync(): CustomModelSync;
  /** Has it deleted at the service, now or after a restart. */
  remove(kind: CustomModelKind, id: number): void;
  /**
   * A small JPEG of the cover (`n` 0) or of a photo that it was made of (from 1), with a long side of
   * `size` px. Problems: file-missing where there is none, and those of fetching it.
   */
  picture(
    kind: CustomModelKind,
    id: number,
    n: number,
    size: number,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
  /**
   * Waits until one that the account has is complete or failed, see its status. Problems: own-unknown,
   * aborted.
   */
  ready(kind: CustomModelKind, id: number, signal: AbortSignal): Promise<Outcome<CustomModelRow>>;
  /** Takes nothing new up and brings what is under way to a safe end. */
  stop(): Promise<void>;
}
