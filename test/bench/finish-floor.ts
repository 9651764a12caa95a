import sharp from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import { toLevels } from '#electron/adapters/images/worker/finish/levels.ts';
import { findSubject } from '#electron/adapters/images/worker/finish/subject.ts';
import { around, cutOf, placementOf } from '#electron/adapters/images/worker/finish/placement.ts';
import type { Box, Cut } from '#electron/adapters/images/worker/finish/placement.ts';
import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { Size } from '#shared/pictures.ts';

/** Writes the files of one photo; `out` is the start of their names. */
type Floor = (out: string) => Promise<void>;

/** A file that Finish wrote. */
export interface Written {
  readonly file: string;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
}

interface Planned {
  readonly output: FinishOutput;
  readonly cut: Cut;
  /** The pixels of the finished file. */
  readonly canvas: Raw;
  /** Qualities to encode with: the quality in the preset, and the quality with which the file is small enough. */
  readonly qualities: readonly number[];
}

interface Raw {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/**
 * Returns a function that writes the same files as Finish, with sharp only. Everything that Finish has to find
 * out (subject, placement, quality that fits) and the pixels of the finished files are already known, because
 * a picture without its background takes another time to encode than one with it. The function decodes the
 * photo once, reduces it in linear light to the largest size that is needed and from that to the other sizes,
 * sharpens the picture without its empty canvas, and encodes the finished pixels with the same settings once,
 * or twice if the first result is too large. It does not search for the subject, remove the background or the
 * shadow, draw on the canvas, convert profiles, or flush to disk.
 */
export async function bareFinish(
  photo: string,
  presets: readonly FinishPreset[],
  finished: readonly Written[],
): Promise<Floor> {
  const planned = await plan(photo, presets, finished);
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
      const start = (): Sharp => {
        if (!isReduced) return read(file.cut.part);
        if (copy === null) return scaled(read(part), size);
        return fromCopy(sharp(copy.data, { raw: copy.info }), file.cut, part, scale);
      };
      await write(start(), file, isReduced, `${out}-floor-${at}`);
    }
  };
}

async function plan(
  photo: string,
  presets: readonly FinishPreset[],
  finished: readonly Written[],
): Promise<Planned[]> {
  const { width, height } = await sharp(photo).metadata();
  const small = await toLevels(sharp(photo).resize(800, 800, { fit: 'inside' }), false);
  const outline = findSubject(small)?.outline;
  const box = outline === undefined ? null : scaledBox(outline.box, width / small.width);
  const files = presets.flatMap((preset) => preset.outputs.map((output) => ({ preset, output })));
  return Promise.all(
    files.map(async ({ preset, output }, at) => {
      const { file, quality } = finished[at]!;
      const cut = cutOf(placementOf({ width, height }, box, preset, output), { width, height });
      const canvas = await sharp(file, { ignoreIcc: true })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const qualities = [...new Set([output.quality, quality ?? output.quality])];
      return { output, cut, canvas, qualities };
    }),
  );
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

function fromCopy(image: Sharp, { part, size }: Cut, whole: Box, scale: number): Sharp {
  const left = Math.floor((part.left - whole.left) * scale);
  const top = Math.floor((part.top - whole.top) * scale);
  const width = Math.min(Math.round(part.width * scale), Math.round(whole.width * scale) - left);
  const height = Math.min(Math.round(part.height * scale), Math.round(whole.height * scale) - top);
  image.extract({ left, top, width, height });
  return Math.abs(width - size.width) <= 1 ? image : scaled(image, size);
}

async function write(
  image: Sharp,
  { output, canvas, qualities }: Planned,
  isReduced: boolean,
  target: string,
): Promise<void> {
  if (isReduced && output.sharpen) image.sharpen({ sigma: 0.5, m1: 0, m2: 2, y2: 2, y3: 4 });
  await image.raw().toBuffer();
  for (const quality of qualities) {
    const finished = sharp(canvas.data, { raw: canvas.info });
    await encoded(finished, output.format, quality).toFile(target);
  }
}

function encoded(image: Sharp, format: FinishOutput['format'], quality: number): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 3, adaptiveFiltering: true });
  return format === 'webp'
    ? image.webp({ quality, smartSubsample: true })
    : image.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' });
}
