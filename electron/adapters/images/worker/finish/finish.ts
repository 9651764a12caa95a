import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { FinishRequest } from '../../protocol.ts';
import type { FinishedFile, FinishedPhoto } from '../../types.ts';
import { writeFailure } from '../file.ts';
import type { RawPreviews } from '../raw-preview.ts';
import { decodeFailure, leniently, openSource, pipeline, type Source } from '../source.ts';
import { codedWithin, fromLevels } from './coded.ts';
import { withConversion, type Conversion } from './colour.ts';
import { compose, type Levels } from './compose.ts';
import { placementOf, type Box, type Placement } from './placement.ts';
import { provenanceOf } from './provenance.ts';
import { findSubject, type Proxy, type Subject } from './subject.ts';

/** px of the long side of the copy in which the subject is found. */
const proxySide = 800;

/**
 * Writes the files of several presets from one photo, each upright and in its profile. Every file has its
 * own outcome. Problems: those of opening and decoding; of a file: finish-too-heavy, disk-full,
 * folder-unwritable.
 */
export async function finishPhoto(
  raws: RawPreviews,
  { source: path, files }: FinishRequest,
): Promise<Outcome<FinishedPhoto>> {
  const opened = await openSource(raws, path);
  if (!opened.ok) return opened;
  const source = opened.value;
  try {
    const proxy = await proxyOf(source);
    const subject = findSubject(proxy);
    const xmp = await provenanceOf(source);
    const finished: Outcome<FinishedFile>[] = [];
    for (const { preset, output, target } of files) {
      const made = await withConversion(source, output, target, (conversion) =>
        finishFile({ source, subject, conversion, xmp }, preset, output, target),
      );
      finished.push(made);
    }
    return success({ hasSubject: subject !== null, files: finished });
  } catch (error) {
    return decodeFailure(source.name, error);
  }
}

interface Material {
  readonly source: Source;
  readonly subject: Subject | null;
  readonly conversion: Conversion;
  readonly xmp: string | null;
}

async function finishFile(
  { source, subject, conversion, xmp }: Material,
  preset: FinishPreset,
  output: FinishOutput,
  target: string,
): Promise<Outcome<FinishedFile>> {
  const { probe, name } = source;
  const box = subject === null ? null : boxIn(subject, probe);
  const placement = placementOf(probe, box, preset, output);
  const is16 = output.depth === 16 && probe.bitsPerSample === 16;
  const picture = await visiblePart(source, conversion, placement, is16);
  if (picture === null) {
    return failure('photo-channels', { name, channels: probe.channels }, { about: name });
  }
  const colour = await conversion.canvasColour(preset.canvas.colour, is16 ? 65_535 : 255);
  const composed = compose(picture, placement, subject, preset.shadow, colour);
  const isReduced = placement.scaled.width < probe.width;
  const levels = output.sharpen && isReduced ? await sharpened(composed) : composed;
  const coded = await codedWithin(levels, output, { icc: conversion.icc, xmp });
  if (coded === null) {
    const kilobytes = Math.floor((output.maxBytes ?? 0) / 1000);
    return failure('finish-too-heavy', { name, kilobytes }, { about: name });
  }
  const written = await writeNew(target, coded.bytes);
  if (!written.ok) return written;
  const wanted = output.longSide ?? 0;
  const { width, height } = placement.canvas;
  return success({
    file: target,
    sha256: createHash('sha256').update(coded.bytes).digest('hex'),
    width,
    height,
    bytes: coded.bytes.length,
    quality: coded.quality,
    isSmaller: Math.max(width, height) < wanted,
    subject: box === null ? null : onCanvas(box, placement, probe),
  });
}

/** Returns the small copy; reads the whole photo, so that damage anywhere in it is found. */
async function proxyOf(source: Source): Promise<Proxy> {
  const { data, info } = await leniently(async (options) =>
    (await pipeline(source, options))
      .resize(proxySide, proxySide, { fit: 'inside', withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** Returns the subject's box in px of the photo. */
function boxIn(
  { outline: { box, width, height } }: Subject,
  photo: { readonly width: number; readonly height: number },
): Box {
  const [perX, perY] = [photo.width / width, photo.height / height];
  return {
    left: box.left * perX,
    top: box.top * perY,
    width: box.width * perX,
    height: box.height * perY,
  };
}

/** Returns a box of the photo in px of the canvas. */
function onCanvas(box: Box, { scaled, visible, at }: Placement, photo: Size): Box {
  const [perX, perY] = [scaled.width / photo.width, scaled.height / photo.height];
  return {
    left: at.left - visible.left + box.left * perX,
    top: at.top - visible.top + box.top * perY,
    width: box.width * perX,
    height: box.height * perY,
  };
}

/** Returns the part of the scaled photo that is on the canvas; null if it has an unknown kind of pixels. */
async function visiblePart(
  { probe }: Source,
  conversion: Conversion,
  { scaled, visible }: Placement,
  is16: boolean,
): Promise<Levels | null> {
  const { data, info } = await leniently(async (options) => {
    const image = await conversion.begin(options);
    if (is16) image.toColourspace('rgb16');
    if (scaled.width !== probe.width || scaled.height !== probe.height) {
      image.resize(scaled.width, scaled.height, { fit: 'fill' });
    }
    return image
      .extract(visible)
      .raw({ depth: is16 ? 'ushort' : 'uchar' })
      .toBuffer({ resolveWithObject: true });
  });
  const { width, height, channels } = info;
  if (channels !== 3 && channels !== 4) return null;
  return { data: is16 ? shortsOf(data) : data, width, height, channels };
}

/** Sharpens for the screen, after the photo was made smaller. */
async function sharpened(levels: Levels): Promise<Levels> {
  const { data } = await fromLevels(levels)
    .sharpen({ sigma: 0.5, m1: 0, m2: 2 })
    .raw({ depth: levels.data instanceof Uint16Array ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { ...levels, data: levels.data instanceof Uint16Array ? shortsOf(data) : data };
}

function shortsOf({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2);
}

/** Writes and flushes a new file; an unfinished one stays for the caller to remove. */
async function writeNew(target: string, bytes: Buffer): Promise<Outcome<void>> {
  try {
    await using handle = await open(target, 'wx');
    await handle.writeFile(bytes);
    await handle.sync();
    return success();
  } catch (error) {
    return writeFailure(target, error);
  }
}
