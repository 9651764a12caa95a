import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  longestCanvas,
  longestWebp,
  type FinishOutput,
  type FinishPreset,
} from '#shared/finish/preset.ts';
import { failure } from '#shared/failure.ts';
import type { Size } from '#shared/pictures.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { FinishRequest } from '../../protocol.ts';
import type { FinishedFile, FinishedPhoto } from '../../types.ts';
import { writeFailure } from '../file.ts';
import { pixelsAtMost } from '../limits.ts';
import type { RawPreviews } from '../raw-preview.ts';
import { decodeFailure, openSource } from '../source.ts';
import { encodeFile } from './coded.ts';
import { withConversion, type Conversion } from './colour.ts';
import { compose } from './compose.ts';
import { softened } from './cover.ts';
import { CutOut } from './cut-out.ts';
import { mostOf, type Levels } from './levels.ts';
import { openMaster, partOf, proxyOf, readPart, type Master } from './master.ts';
import { around, cutOf, placementOf, placementOfCopy } from './placement.ts';
import type { Box, Copied, Cut, Placement } from './placement.ts';
import { provenanceOf } from './provenance.ts';
import { shadowOf } from './shadow.ts';
import { findSubject, subjectFrom, type Subject } from './subject.ts';

/** Length in px of the long side of the copy in which the subject is found. */
const proxySide = 800;

/**
 * Writes the files of several presets from one photo, each upright and in its profile. Every file has its own
 * outcome. Returns null, and writes nothing, if the subject is neither known nor found. Problems:
 * photo-channels, those of opening and decoding. Problems of a single file: finish-too-large, finish-too-heavy,
 * finish-failed, disk-full, folder-unwritable.
 */
export async function finishPhoto(
  raws: RawPreviews,
  { source: path, subject: known, files }: FinishRequest,
): Promise<Outcome<FinishedPhoto | null>> {
  const opened = await openSource(raws, path);
  if (!opened.ok) return opened;
  const source = opened.value;
  const { name, probe } = source;
  const writing: Promise<Outcome<FinishedFile>>[] = [];
  try {
    const master = await openMaster(source);
    if (master === null) {
      return failure('photo-channels', { name, channels: probe.channels }, { about: name });
    }
    const subject = await subjectOf(master, known);
    if (subject === undefined) return success(null);
    const box = subject === null ? null : boxIn(probe, subject.outline, subject.outline.box);
    const cutOut = subject === null ? null : cutOutOf(subject, files);
    const placed = files.map((file) => ({
      ...file,
      placement: placementOf(probe, box, file.preset, file.output),
      cutOut: cutOut?.with(file.preset.shadow) ?? null,
    }));
    const possible = placed.filter(isPossible);
    const copy = await copyFor(master, possible);
    const material = { name, master, box, copy, xmp: await provenanceOf(source) };
    for (const file of placed) {
      const made = isPossible(file)
        ? await withConversion(master, file, (conversion) => finishFile(material, conversion, file))
        : tooLarge(name, file.placement.canvas);
      // the disk writes one file while the next one is made
      writing.push(made.ok ? writeNew(made.value) : Promise.resolve(made));
    }
    return success({ hasSubject: subject !== null, files: await Promise.all(writing) });
  } catch (error) {
    return decodeFailure(name, error);
  } finally {
    await Promise.all(writing);
  }
}

/**
 * Returns the subject of a photo; null if the request says that there is none, or if a given subject is
 * unusable; undefined if none is found.
 */
async function subjectOf(
  master: Master,
  known: FinishRequest['subject'],
): Promise<Subject | null | undefined> {
  if (known === null) return null;
  if (known !== undefined) return subjectFrom(known);
  return findSubject(await proxyOf(master, proxySide)) ?? undefined;
}

/** Returns whether the format allows a canvas of this size, and its pixels fit into memory. */
function isPossible({ output: { format }, placement: { canvas } }: PlacedFile): boolean {
  const longest = format === 'webp' ? longestWebp : longestCanvas;
  const { width, height } = canvas;
  return Math.max(width, height) <= longest && width * height <= pixelsAtMost;
}

function tooLarge(name: string, { width, height }: Size): Outcome<never> {
  return failure('finish-too-large', { name, width, height }, { about: name });
}

interface PlacedFile {
  readonly preset: FinishPreset;
  readonly output: FinishOutput;
  readonly target: string;
  readonly placement: Placement;
  /** Null if the whole photo is drawn. */
  readonly cutOut: CutOut | null;
}

/** A smaller copy of the visible part of a photo. */
interface Copy extends Copied {
  readonly levels: Levels;
}

interface Material {
  readonly name: string;
  readonly master: Master;
  /** The subject's box in px of the photo. */
  readonly box: Box | null;
  /** The source of all files that are smaller than the photo. */
  readonly copy: Copy | null;
  readonly xmp: string | null;
}

/**
 * Makes the copy that all smaller files are made from, so that the photo is decoded once for them; null if
 * no file is smaller.
 */
async function copyFor(master: Master, files: readonly PlacedFile[]): Promise<Copy | null> {
  const smaller = files.filter(({ placement }) => placement.scale.x < 1);
  if (smaller.length === 0) return null;
  const { width, height } = master;
  const part = master.isUpright
    ? around(smaller.map((file) => drawnOf(file, master).part))
    : { left: 0, top: 0, width, height };
  const scale = Math.max(...smaller.map(({ placement }) => placement.scale.x));
  const size = {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  };
  return { part, size, levels: await readPart(master, part, size) };
}

/** Returns the part of a photo that is drawn. Pixels outside the cut-out are not read. */
function drawnOf({ placement, cutOut }: PlacedFile, photo: Size): Cut {
  return cutOf(placement, photo, cutOut && boxIn(photo, cutOut, cutOut.box));
}

interface Unwritten {
  readonly file: FinishedFile;
  readonly content: Buffer;
}

async function finishFile(
  { name, master, box, copy, xmp }: Material,
  conversion: Conversion,
  placed: PlacedFile,
): Promise<Outcome<Unwritten>> {
  const { preset, output, target, placement, cutOut } = placed;
  const isCopied = copy !== null && placement.scale.x < 1;
  const cut = isCopied
    ? cutOf(placementOfCopy(placement, copy), copy.size)
    : drawnOf(placed, master);
  const own = isCopied
    ? await partOf(copy.levels, cut, output.sharpen)
    : await readPart(master, cut.part, cut.size);
  const picture = await conversion.convert(own);
  const canvas = compose(picture, {
    placement,
    at: cut.at,
    photo: master,
    cutOut,
    colour: await conversion.canvasColour(preset.canvas.colour, mostOf(picture)),
  });
  const is16 = output.depth === 16 && master.is16;
  const coded = await encodeFile(name, canvas, { ...output, is16, icc: conversion.icc, xmp });
  if (!coded.ok) return coded;
  const { width, height } = canvas;
  const { bytes, quality } = coded.value;
  const file = {
    file: target,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width,
    height,
    bytes: bytes.length,
    quality,
    isSmaller: Math.max(width, height) < (output.longSide ?? 0),
    subject: box === null ? null : onCanvas(box, placement),
  };
  return success({ file, content: bytes });
}

/** Returns what is needed to cut out the subject for these files; null if all pixels of the photo stay. */
function cutOutOf(
  { outline, kept, backdrop }: Subject,
  files: readonly { readonly preset: FinishPreset }[],
): CutOut | null {
  if (kept === null) return null;
  const isShadowKept = backdrop !== null && files.some(({ preset }) => preset.shadow === 'keep');
  const shadow = isShadowKept ? shadowOf(backdrop, outline) : null;
  return new CutOut(outline, softened(kept, outline.width), shadow);
}

/** Returns a box of a smaller picture in px of the photo. */
function boxIn(photo: Size, small: Size, { left, top, width, height }: Box): Box {
  const [perX, perY] = [photo.width / small.width, photo.height / small.height];
  return { left: left * perX, top: top * perY, width: width * perX, height: height * perY };
}

/** Returns a box of the photo in px of the canvas. */
function onCanvas({ left, top, width, height }: Box, { scale, origin }: Placement): Box {
  return {
    left: origin.x + left * scale.x,
    top: origin.y + top * scale.y,
    width: width * scale.x,
    height: height * scale.y,
  };
}

/** Writes and flushes a new file; an unfinished one stays for the caller to remove. Never rejects. */
async function writeNew({ file, content }: Unwritten): Promise<Outcome<FinishedFile>> {
  try {
    await using handle = await open(file.file, 'wx');
    await handle.writeFile(content);
    await handle.sync();
    return success(file);
  } catch (error) {
    return writeFailure(file.file, error);
  }
}
