import type { Region } from '#shared/mask/document.ts';
import type { FetchedFile, PreparedCopy } from '#shared/job.ts';
import type { Size } from '#shared/pictures.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Box } from './worker/finish/placement.ts';
import type {
  CompositeRequest,
  ExportRequest,
  FinishRequest,
  LoadMaskRequest,
  MaskRequest,
  MaskSource,
  PrepareRequest,
} from './protocol.ts';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'heic' | 'psd' | 'raw';

/** Information about a file, read from its content and never from its name. */
export interface Probe extends Size {
  readonly format: ImageFormat;
  /** EXIF orientation 1 to 8 as stored. */
  readonly orientation: number;
  readonly bitsPerSample: number;
  readonly channels: number;
  /** Colour space as stored: srgb, cmyk, grey, rgb16 … */
  readonly space: string;
  /** Description of the embedded ICC profile; null if there is none. */
  readonly profile: string | null;
  readonly hasAlpha: boolean;
}

/** Information about a mask at the mask's own size. */
export interface MaskInfo extends Size {
  /** Fraction of the picture that the mask keeps, between 0 and 1; never exactly 0 or 1. */
  readonly kept: number;
  /** Whether the mask was drawn in Darkslide, so that it can be rendered at any size. */
  readonly isDrawn: boolean;
}

/** A mask in the editor's form: an area over the photo. */
export interface LoadedMask {
  readonly operation: Region;
  /** Conversions that were applied, in words, as in `PreparedMask`. */
  readonly changes: readonly string[];
}

/** The subject of a photo, as an area that is added to a mask. */
export interface FoundSubject extends Size {
  readonly operation: Region;
}

export interface PreparedMask {
  readonly file: string;
  readonly bytes: number;
  /** Fraction of the picture that the mask keeps, from 0 to 1. */
  readonly kept: number;
  /** Conversions that were applied, in words: "white areas are kept", "scaled from …". */
  readonly changes: readonly string[];
}

/** A result in which the photo's own pixels were restored. */
export interface Composite {
  readonly image: FetchedFile;
  /** Photo, result and mask as a layered PSD; psd-failed if it could not be written. */
  readonly layers: Outcome<FetchedFile>;
}

/** A file for a shop. */
export interface FinishedFile extends Size {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
  /** Whether the photo is too small for the size that the preset asks for. */
  readonly isSmaller: boolean;
  /** The subject's box on the canvas, without its shadow; null if no subject was found. */
  readonly subject: Box | null;
}

/** The files of one photo. */
export interface FinishedPhoto {
  /** False if no subject was found, so that the whole photo is on the canvas. */
  readonly hasSubject: boolean;
  /** One outcome per requested file, in the order of the request. */
  readonly files: readonly Outcome<FinishedFile>[];
}

/** The format and size of a picture that was decoded completely. */
export interface CheckedImage extends Size {
  readonly format: ImageFormat;
}

/**
 * Processes images in separate processes, so that a picture that hangs, crashes or uses up memory
 * only affects its own request and never the main process. Every request has a deadline, after
 * which its process is killed and replaced. While all processes are busy, further requests wait in
 * order.
 */
export interface Images {
  probe(path: string, signal?: AbortSignal): Promise<Outcome<Probe>>;
  prepare(request: PrepareRequest, signal?: AbortSignal): Promise<Outcome<PreparedCopy>>;
  mask(request: MaskRequest, signal?: AbortSignal): Promise<Outcome<PreparedMask>>;
  /**
   * Reads a mask as `mask` does, without writing. Problems: mask-file-foreign, mask-unreadable,
   * those of reading the file.
   */
  inspectMask(source: MaskSource, signal?: AbortSignal): Promise<Outcome<MaskInfo>>;
  /**
   * Reads a mask as an area over a photo (mask-region.ts). Problems: mask-file-foreign, mask-shape,
   * mask-empty, mask-full, mask-unreadable, those of reading the file.
   */
  loadMask(request: LoadMaskRequest, signal?: AbortSignal): Promise<Outcome<LoadedMask>>;
  /** Finds the subject of a photo. Problems: subject-none, those of reading the photo. */
  findSubject(
    request: { readonly source: string },
    signal?: AbortSignal,
  ): Promise<Outcome<FoundSubject>>;
  /**
   * Loads the neural network that finds subjects, so that the first `findSubject` is as fast as
   * later calls.
   */
  expectSubjects(signal?: AbortSignal): Promise<Outcome<void>>;
  /**
   * Writes the area that a mask keeps to `target` as a grey PNG in which white is kept: a mask image at
   * its own size, a drawn mask with a long side of at most `longSide` px. Problems: mask-invalid, and
   * those of writing.
   */
  keptArea(
    request: { readonly source: string; readonly target: string; readonly longSide: number },
    signal?: AbortSignal,
  ): Promise<Outcome<Size>>;
  /**
   * Restores the photo's own pixels where the mask keeps them. Problems: original-pixels-left if the
   * result is not the photo at another size, and those of reading and writing.
   */
  composite(request: CompositeRequest, signal?: AbortSignal): Promise<Outcome<Composite>>;
  /** Decodes a downloaded image or PSD completely, so that a damaged file is never delivered. */
  check(
    path: string,
    expect: 'image' | 'psd',
    signal?: AbortSignal,
  ): Promise<Outcome<CheckedImage>>;
  /** Writes a JPEG to `target` whose long side is at most `size` px, upright sRGB. */
  thumbnail(
    request: { readonly source: string; readonly target: string; readonly size: number },
    signal?: AbortSignal,
  ): Promise<Outcome<{ readonly width: number; readonly height: number }>>;
  /**
   * Writes a file of all tiles between a picture's full size and its proxy to `target` (tile-file.ts),
   * upright sRGB; returns the picture's size.
   */
  pyramid(
    request: { readonly source: string; readonly target: string },
    signal?: AbortSignal,
  ): Promise<Outcome<Size>>;
  /** Writes a result in the requested format, colour space and size, without its metadata. */
  export(request: ExportRequest, signal?: AbortSignal): Promise<Outcome<FetchedFile>>;
  /**
   * Writes the files of presets from one photo. If the photo's subject is not given, and the photo is neither
   * cut out nor has a smooth background, the subject is found as in `findSubject`. Problems: those of reading
   * the photo. The outcome of a single file may be finish-too-heavy, or a problem of writing.
   */
  finish(request: FinishRequest, signal?: AbortSignal): Promise<Outcome<FinishedPhoto>>;
  close(): Promise<void>;
}
