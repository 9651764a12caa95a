import type { CheckWithin } from '#electron/base/permitted.ts';
import type { DeliveredFile, FetchedFile } from '#shared/job.ts';
import type { Failure, Outcome } from '#shared/problem.ts';

/** The values from which the names and metadata of a job's files are made. */
export interface DeliveryContext {
  /** Absolute output folder of the job. */
  readonly outFolder: string;
  /**
   * Sub-folder of the output folder that mirrors the hot folder's structure; '' for none. Forward
   * slashes.
   */
  readonly subFolder: string;
  /**
   * Naming template of the recipe, with the tokens of shared/naming.ts and without an extension.
   */
  readonly template: string;
  /** Original file name with extension, any characters. */
  readonly photoName: string;
  /** File name of the result from which a shop file is made; null for other files. */
  readonly resultName: string | null;
  readonly photoSha256: string | null;
  /** Absolute path of the photo, from which metadata is read; null for a photo given by URL. */
  readonly photoPath: string | null;
  readonly agent: string;
  readonly version: string;
  readonly recipe: string;
  readonly model: string;
  readonly scene: string;
  readonly executionId: string;
  readonly taskId: string;
  /** Sequence number of the job in the ledger, for {seq}. */
  readonly seq: number;
  /** Wall-clock ms of the execution, for {date} and {time}. */
  readonly at: number;
  /** `without-place`: all metadata except coordinates and exact places. */
  readonly metadata: 'keep' | 'without-place' | 'none';
  /** Absolute path of the file whose metadata is copied, if it is not the photo. */
  readonly metadataFrom?: string;
}

/** Decodes an image completely, such as `Images.check`. */
export type CheckPicture = (
  path: string,
  expect: 'image' | 'psd',
  signal?: AbortSignal,
) => Promise<Outcome<{ readonly format: string; readonly width: number; readonly height: number }>>;

/** An outcome whose failure states whether a later attempt can succeed. */
export type DeliveryOutcome<T> = { readonly ok: true; readonly value: T } | DeliveryFailure;

export interface DeliveryFailure extends Failure {
  /**
   * `gone`: for a download 404, 403 or 410, so a new URL is requested from the service; for a file
   * to place, it is missing or changed in the data folder, so it is downloaded or made again.
   * `later`: the step is retried. `never`: the job is held or fails.
   */
  readonly then: 'gone' | 'later' | 'never';
}

export interface Delivery {
  /**
   * Checks whether the administrator policy lets results be written to a folder; `place` checks it as well.
   * Problem: managed-folder.
   */
  readonly mayWrite: CheckWithin;
  /**
   * Downloads to an unfinished file in `folder` (resuming with Range if the server allows), checks
   * its length, decodes it to check its content, and returns it under its final name in `folder`.
   * The file is either complete or absent.
   */
  fetch(
    request: {
      readonly url: string;
      readonly folder: string;
      readonly name: string;
      readonly expect: 'image' | 'psd';
    },
    signal?: AbortSignal,
  ): Promise<DeliveryOutcome<FetchedFile>>;
  /**
   * Names and places one downloaded file in the output folder: creates an unfinished file next to
   * the target, writes its metadata, flushes it, renames it without overwriting another file (if
   * the name is taken, adds a number) and flushes the folder. `index` counts from 1.
   */
  place(
    request: {
      readonly fetched: FetchedFile;
      readonly context: DeliveryContext;
      readonly index: number;
      /**
       * `layers`: the layered file of an image, which is named after the image. `shop-file`: a file
       * that Finish made, with all its metadata; its content is not changed.
       */
      readonly kind: 'image' | 'psd' | 'layers' | 'shop-file';
      /** Called with the chosen path and the final content before the rename, to commit both. */
      readonly onTarget: (target: { readonly file: string; readonly sha256: string }) => void;
      /**
       * The path and content that an earlier attempt committed. A file with that path and content
       * counts as delivered, so that a crash between rename and commit does not lead to a second
       * copy (F68).
       */
      readonly already: { readonly file: string; readonly sha256: string } | null;
      /** Absolute paths of all hot folders, into which the folders in the file's name must not lead. */
      readonly hotFolders: readonly string[];
      /**
       * For a result that may have been delivered before the ledger was lost, or by another station: checks whether the
       * current ledger lists a file as a result. A file that the ledger does not list, but that has
       * the right name and the same content, counts as delivered. Absent for all other results.
       */
      readonly isKnown?: (file: string) => boolean;
      /**
       * Called just before the file gets its name; false ends the delivery, to be repeated later. Absent outside
       * a shared studio.
       */
      readonly mayPlace?: () => boolean;
    },
    signal?: AbortSignal,
  ): Promise<DeliveryOutcome<DeliveredFile>>;
  /**
   * Checks whether metadata can be written on this computer, before anything is bought. Problems:
   * metadata-tool-missing.
   */
  canMark(): Promise<Outcome<void>>;
  close(): Promise<void>;
}
