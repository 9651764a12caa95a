import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import type { Outcome } from '#shared/problem.ts';
import { featherAtMost } from '#shared/recipe.ts';
import { exportFormats, exportProfiles, exportSettings } from '#shared/views/export.ts';

/**
 * What the studio and an image process say to each other. The studio sends one `Work` at a time and
 * waits for the `Answer` of the same id; the process checks what arrives, whoever sent it.
 */
const path = v.pipe(v.string(), v.check(isAbsolute, 'an absolute path'));
const pixels = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

const prepareRequest = v.object({
  source: path,
  target: path,
  purpose: v.picklist(['upload', 'own-model', 'own-scene']),
  pad: v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb'))),
  longSide: v.optional(pixels),
  gps: v.picklist(['remove', 'keep']),
});

const maskSource = { source: path, name: v.optional(v.string()) };
const maskRequest = v.object({
  ...maskSource,
  target: path,
  width: pixels,
  height: pixels,
  photoWidth: pixels,
  photoHeight: pixels,
});

const exportRequest = v.object({
  source: path,
  target: path,
  format: v.picklist(exportFormats),
  profile: v.picklist(exportProfiles),
  longSide: v.nullable(pixels),
  quality: exportSettings.quality.schema,
});

const compositeRequest = v.object({
  source: path,
  result: path,
  mask: path,
  target: path,
  feather: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(featherAtMost)),
});

const work = v.variant('kind', [
  v.object({ kind: v.literal('probe'), request: v.object({ source: path }) }),
  v.object({ kind: v.literal('prepare'), request: prepareRequest }),
  v.object({ kind: v.literal('mask'), request: maskRequest }),
  v.object({ kind: v.literal('inspectMask'), request: v.object(maskSource) }),
  v.object({
    kind: v.literal('loadMask'),
    request: v.object({ ...maskSource, photoWidth: pixels, photoHeight: pixels }),
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
  /** Bytes the process holds after the work, so that a swollen one is replaced. */
  rss: v.number(),
});

export type Work = v.InferOutput<typeof work>;
export type Order = v.InferOutput<typeof orderSchema>;

export interface Answer {
  readonly id: number;
  readonly outcome: Outcome<unknown>;
  readonly rss: number;
}
