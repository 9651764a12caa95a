import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import type { Outcome } from '#shared/problem.ts';
import { finishOutputSchema, finishPresetSchema } from '#shared/finish/preset.ts';
import { featherAtMost } from '#shared/recipe.ts';
import { exportFormats, exportProfiles, exportSettings } from '#shared/views/export.ts';

/**
 * Messages between the main process and an image process. The main process sends one `Work` at a time and
 * waits for the `Answer` with the same id; the image process validates every message.
 */
const path = v.pipe(v.string(), v.check(isAbsolute, 'an absolute path'));
/** Length in px. */
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** A photo and the copy to create from it. */
const prepareRequest = v.object({
  /** The file is only read. */
  source: path,
  /** Path of the copy without an extension; the answer contains the complete path. */
  target: path,
  /**
   * Decides which limits the copy must meet: for `upload`, those of a source image; each other purpose has
   * its own limits (interface: "Limits").
   */
  purpose: v.picklist(['upload', 'custom-model', 'custom-scene']),
  /**
   * Background colour if the recipe allows padding a photo whose aspect ratio is too extreme; null
   * refuses such a photo.
   */
  pad: v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
  /** Longest side of the copy in px; if absent, the copy has the size of the photo. */
  longSide: v.optional(pixels),
  /** `remove` drops GPS and serial numbers from the copy; `keep` copies the photo's EXIF. */
  gps: v.picklist(['remove', 'keep']),
});

const maskSource = v.object({
  /** A mask image in any readable format, or a mask that was drawn in Darkslide. */
  source: path,
  /** Name of the mask in messages; by default its file name. */
  name: v.optional(v.string()),
});
const loadMaskRequest = v.object({
  ...maskSource.entries,
  /** Upright size of the photo that the mask is for. */
  photoWidth: pixels,
  photoHeight: pixels,
});
/**
 * The mask may have the size of the photo or of the copy; a mask of the photo's size is scaled. A drawn
 * mask only needs the same aspect ratio as the photo.
 */
const maskRequest = v.object({
  ...loadMaskRequest.entries,
  target: path,
  /** Size of the uploaded copy, which a mask image must have. */
  width: pixels,
  height: pixels,
});

/** How a result is exported. */
const exportRequest = v.object({
  /** The result; the file is only read. */
  source: path,
  /** Path of the file to write without an extension; the answer contains the complete path. */
  target: path,
  format: v.picklist(exportFormats),
  profile: v.picklist(exportProfiles),
  longSide: v.nullable(pixels),
  quality: exportSettings.quality.schema,
});

const compositeRequest = v.object({
  /** The photo; the file is only read. */
  source: path,
  /** The file is only read. */
  result: path,
  /** The mask that was sent (`Images.mask`): opaque where the photo is kept. */
  mask: path,
  /** Path of the file to write, without an extension. */
  target: path,
  /** Width in px of the transition from photo to result, inside the kept area. */
  feather: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(featherAtMost)),
});

/** The files that Finish writes from one photo. */
const finishRequest = v.object({
  /** The file is only read. */
  source: path,
  /**
   * Area of the subject on a raster over the whole photo, as lengths of runs that are outside and inside the
   * subject in turn; null if the photo has no subject. If absent, Darkslide searches for the subject, and
   * writes nothing if it finds none.
   */
  subject: v.optional(
    v.nullable(
      v.object({ columns: pixels, rows: pixels, runs: v.pipe(v.array(v.number()), v.readonly()) }),
    ),
  ),
  files: v.array(
    v.object({
      preset: finishPresetSchema,
      output: finishOutputSchema,
      /** Path of the file to write. */
      target: path,
    }),
  ),
});

/** Returns the path of the colour profile that is stored while the file at `target` is made. */
export function profileBeside(target: string): string {
  return `${target}.icc`;
}

const work = v.variant('kind', [
  v.object({ kind: v.literal('probe'), request: v.object({ source: path }) }),
  v.object({ kind: v.literal('prepare'), request: prepareRequest }),
  v.object({ kind: v.literal('mask'), request: maskRequest }),
  v.object({ kind: v.literal('inspectMask'), request: maskSource }),
  v.object({ kind: v.literal('loadMask'), request: loadMaskRequest }),
  v.object({ kind: v.literal('findSubject'), request: v.object({ source: path }) }),
  v.object({
    kind: v.literal('loadNetwork'),
    /** The file name of the neural network, which problems mention. */
    request: v.object({ source: v.literal('u2netp.onnx') }),
  }),
  v.object({
    kind: v.literal('keptArea'),
    request: v.object({ source: path, target: path, longSide: pixels }),
  }),
  v.object({ kind: v.literal('composite'), request: compositeRequest }),
  v.object({
    kind: v.literal('check'),
    request: v.object({ source: path, expect: v.picklist(['image', 'psd']) }),
  }),
  v.object({
    kind: v.literal('thumbnail'),
    request: v.object({ source: path, target: path, size: pixels }),
  }),
  v.object({
    kind: v.literal('pyramid'),
    request: v.object({ source: path, target: path }),
  }),
  v.object({ kind: v.literal('export'), request: exportRequest }),
  v.object({ kind: v.literal('finish'), request: finishRequest }),
]);

export const orderSchema = v.object({ id: v.number(), work });

export const answerSchema = v.object({
  id: v.number(),
  outcome: v.union([
    v.object({ ok: v.literal(true), value: v.unknown() }),
    v.object({
      ok: v.literal(false),
      problem: v.looseObject({ code: v.string(), message: v.string() }),
    }),
  ]),
  /**
   * Memory of the process after the request, in bytes. A process that uses too much is replaced.
   */
  rss: v.number(),
});

export type PrepareRequest = Readonly<v.InferOutput<typeof prepareRequest>>;
export type MaskSource = Readonly<v.InferOutput<typeof maskSource>>;
export type LoadMaskRequest = Readonly<v.InferOutput<typeof loadMaskRequest>>;
export type MaskRequest = Readonly<v.InferOutput<typeof maskRequest>>;
export type ExportRequest = Readonly<v.InferOutput<typeof exportRequest>>;
export type FinishRequest = Readonly<v.InferOutput<typeof finishRequest>>;
export type CompositeRequest = Readonly<v.InferOutput<typeof compositeRequest>>;
export type Work = v.InferOutput<typeof work>;
export type Order = v.InferOutput<typeof orderSchema>;

export interface Answer {
  readonly id: number;
  readonly outcome: Outcome<unknown>;
  readonly rss: number;
}
