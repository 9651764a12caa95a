import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { toLevels } from '#electron/adapters/images/worker/finish/levels.ts';
import { findSubject } from '#electron/adapters/images/worker/finish/subject.ts';
import { around, cutOf, placementOf } from '#electron/adapters/images/worker/finish/placement.ts';
import type { Box, Cut } from '#electron/adapters/images/worker/finish/placement.ts';
import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';

/** Writes the files of one photo; `out` is the start of their names. */
type Floor = (out: string) => Promise<void>;

interface Planned {
  readonly preset: FinishPreset;
  readonly output: FinishOutput;
  readonly cut: Cut;
  readonly canvas: Size;
  /** Qualities to encode with: the quality in the preset, and the quality with which the file is small enough. */
  readonly qualities: readonly number[];
}

/** A pipeline of sharp, and the size of its picture. */
type Sized = readonly [image: Sharp, size: Size];

/**
 * Returns a function that writes files of the same size and content as Finish does, with sharp only.
 * Everything that Finish has to find out (subject, placement, and the quality that fits, which is `found`) is
 * already known. The function decodes the photo once, reduces it in linear light to the largest size that is
 * needed and from that to the other sizes, sharpens the picture without its empty canvas, adds the canvas,
 * and encodes each file with the same settings once, or twice if the first result is too large. It does not
 * search for the subject, remove the background or the shadow, convert profiles, or flush to disk.
 */
export async function bareFinish(
  photo: string,
  presets: readonly FinishPreset[],
  found: readonly (number | null)[],
): Promise<Floor> {
  const planned = await plan(photo, presets, found);
  const reduced = planned.filter(({ cut }) => cut.size.width < cut.part.width);
  const part = around(reduced.map(({ cut }) => cut.part));
  const scale = Math.max(...reduced.map(({ cut }) => cut.size.width / cut.part.width));
  const size = { width: Math.round(part.width * scale), height: Math.round(part.height * scale) };
  const reads = planned.length - reduced.length + Math.min(1, reduced.length);
  return async (out) => {
    const open = () => sharp(photo, { ignoreIcc: true }).autoOrient();
    const whole = reads > 1 ? await open().raw().toBuffer({ resolveWithObject: true }) : null;
    const read = (area: Box) =>
      (whole === null ? open() : sharp(whole.data, { raw: whole.info })).extract(area);
    const copy =
      reduced.length > 1
        ? await scaled(read(part), size).raw().toBuffer({ resolveWithObject: true })
        : null;
    for (const [at, file] of planned.entries()) {
      const isReduced = reduced.includes(file);
      const start = (): Sized => {
        if (!isReduced) return [read(file.cut.part), file.cut.size];
        if (copy === null) return [scaled(read(part), size), size];
        return fromCopy(sharp(copy.data, { raw: copy.info }), file.cut, part, scale);
      };
      await write(start(), file, isReduced, `${out}-floor-${at}`);
    }
  };
}

async function plan(
  photo: string,
  presets: readonly FinishPreset[],
  found: readonly (number | null)[],
): Promise<Planned[]> {
  const { width, height } = await sharp(photo).metadata();
  const small = await toLevels(sharp(photo).resize(800, 800, { fit: 'inside' }), false);
  const outline = findSubject(small)?.outline;
  const box = outline === undefined ? null : scaledBox(outline.box, width / small.width);
  const files = presets.flatMap((preset) => preset.outputs.map((output) => ({ preset, output })));
  return files.map(({ preset, output }, at) => {
    const placement = placementOf({ width, height }, box, preset, output);
    const cut = cutOf(placement, { width, height });
    const qualities = [...new Set([output.quality, found[at] ?? output.quality])];
    return { preset, output, cut, canvas: placement.canvas, qualities };
  });
}

function scaledBox({ left, top, width, height }: Box, factor: number): Box {
  return {
    left: left * factor,
    top: top * factor,
    width: width * factor,
    height: height * factor,
  };
}

function scaled(image: Sharp, { width, height }: Size): Sharp {
  return image
    .pipelineColourspace('scrgb')
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb');
}

function fromCopy(image: Sharp, { part, size }: Cut, whole: Box, scale: number): Sized {
  const left = Math.floor((part.left - whole.left) * scale);
  const top = Math.floor((part.top - whole.top) * scale);
  const width = Math.min(Math.round(part.width * scale), Math.round(whole.width * scale) - left);
  const height = Math.min(Math.round(part.height * scale), Math.round(whole.height * scale) - top);
  image.extract({ left, top, width, height });
  return Math.abs(width - size.width) <= 1
    ? [image, { width, height }]
    : [scaled(image, size), size];
}

async function write(
  [image, size]: Sized,
  { preset, output, cut, canvas, qualities }: Planned,
  isReduced: boolean,
  target: string,
): Promise<void> {
  const { left, top } = cut.at;
  const isSharpened = isReduced && output.sharpen;
  const picture = isSharpened ? await sharpened(image) : image;
  picture.extend({
    left,
    top,
    right: Math.max(0, canvas.width - left - size.width),
    bottom: Math.max(0, canvas.height - top - size.height),
    background: preset.canvas.colour === 'transparent' ? '#00000000' : preset.canvas.colour,
  });
  if (qualities.length === 1) {
    await encoded(picture, output.format, output.quality).toFile(target);
    return;
  }
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  for (const quality of qualities) {
    await encoded(sharp(data, { raw: info }), output.format, quality).toFile(target);
  }
}

/**
 * Returns a sharpened picture that is no longer part of the pipeline, because sharp would otherwise sharpen
 * the empty canvas, too.
 */
async function sharpened(image: Sharp): Promise<Sharp> {
  const { data, info } = await image
    .sharpen({ sigma: 0.5, m1: 0, m2: 2, y2: 2, y3: 4 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
}

function encoded(image: Sharp, format: FinishOutput['format'], quality: number): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 3, adaptiveFiltering: true });
  return format === 'webp'
    ? image.webp({ quality, smartSubsample: true })
    : image.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' });
}
