/**
 * The agents that generate: the demo service recomposes the photo instead, so that each parameter
 * shows. What the mask keeps stays as it is; the rest of the subject takes on the model's tone, and
 * the scene comes behind it.
 */
import sharp from 'sharp';
import { chance } from '../chance.ts';
import { keptArea } from './kept.ts';
import type { Picture } from './picture.ts';
import { blend, darken, mix, shadowOf, tone, withAlpha, withoutAlpha } from './raster.ts';
import type { Mask, Rgb } from './raster.ts';
import { figureBadge, gradeForWords, sceneForWords, sceneRgb, toneOf } from './setting.ts';
import { copyOf } from './sitting.ts';
import type { Sitting } from './sitting.ts';
import type { Size } from './sign.ts';

/** A subject with its own kept area, on its way to a place in the picture. */
interface Cut {
  readonly picture: Rgb;
  readonly mask: Mask;
}

type Params = Sitting['job']['params'];

function wordsOf(params: Params): string {
  const words = [params['textDescription'], params['posPrompt']];
  return words.filter((one) => typeof one === 'string').join(' ');
}

/** The subject: what is kept as it is, the rest toned by the model or, without one, by the words. */
async function cutSubject(sitting: Sitting): Promise<Cut> {
  const { job, photo, subject } = sitting;
  const kept = keptArea(sitting);
  const picture = copyOf(photo);
  if (kept !== subject) {
    const colour =
      job.figure === null ? gradeForWords(wordsOf(job.params)) : await toneOf(job.figure);
    tone(picture, colour, 0.55);
    blend(picture, photo, kept);
  }
  return { picture, mask: subject };
}

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'];
const sides: Readonly<Partial<Record<string, number>>> = { '1K': 1024, '2K': 2048, '4K': 4096 };

function shapeOf(ratio: string): number {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return across / down;
}

/** The size of the result: the photo's, or what virtualtryon was asked for. */
function resultSize(agent: string, params: Params, photo: Size): Size {
  const side = sides[String(params['imageSize'])];
  const asked = params['aspectRatio'];
  if (agent !== 'virtualtryon' || (side === undefined && asked === undefined)) {
    return { width: photo.width, height: photo.height };
  }
  const own = Math.log(photo.width / photo.height);
  const off = (ratio: string) => Math.abs(Math.log(shapeOf(ratio)) - own);
  const closest = ratios.toSorted((a, b) => off(a) - off(b))[0] ?? '1:1';
  const shape = shapeOf(typeof asked === 'string' ? asked : closest);
  const long = side ?? Math.max(photo.width, photo.height);
  return shape >= 1
    ? { width: long, height: Math.round(long / shape) }
    : { width: Math.round(long * shape), height: long };
}

/** How a subject is turned: by the agent's and the execution's pose, and from image to image. */
function turnOf({ job }: Sitting, index: number): { mirrored: boolean; degrees: number } {
  const { pose } = job.params;
  const free = job.agent === 'aipose' || pose === 'freePose';
  if (!free) return { mirrored: pose === 'referenceImagePose', degrees: 0 };
  const lean = 3 + 6 * chance('lean', wordsOf(job.params), index);
  return { mirrored: index % 2 === 0, degrees: index % 4 < 2 ? lean : -lean };
}

/** Turns a subject and fits it into `size`, standing on the bottom as it did. */
async function put(cut: Cut, size: Size, turn: ReturnType<typeof turnOf>): Promise<Cut> {
  const { width, height } = cut.picture;
  const same = width === size.width && height === size.height;
  if (same && !turn.mirrored && turn.degrees === 0) return cut;
  const raw = { width, height, channels: 4 } as const;
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  let picture = sharp(withAlpha(cut.picture, cut.mask), { raw });
  if (turn.mirrored) picture = picture.flop();
  if (turn.degrees !== 0) {
    const turned = await picture
      .rotate(turn.degrees, { background: clear })
      .raw()
      .toBuffer({ resolveWithObject: true });
    picture = sharp(turned.data, { raw: { ...pick(turned.info), channels: 4 } }).extract({
      left: (turned.info.width - width) >> 1,
      top: (turned.info.height - height) >> 1,
      width,
      height,
    });
  }
  const rgba = await picture
    .resize({ ...size, fit: 'contain', position: 'bottom', background: clear })
    .raw()
    .toBuffer();
  return withoutAlpha(rgba, size);
}

function pick({ width, height }: Size): Size {
  return { width, height };
}

/** What stands behind the subject. */
async function settingOf(sitting: Sitting, size: Size, index: number): Promise<Rgb> {
  const { job } = sitting;
  const { params } = job;
  if (params['maskType'] === 'autoHumanSegment') return copyOf(sitting.photo);
  if (job.agent === 'aipose') return scaledTo(await sitting.backdrop(), size);
  const words = wordsOf(params);
  const tags = JSON.stringify([params['locationTagIds'], params['tagIds']]);
  const scene = job.scene ?? sceneForWords(words || tags);
  const setting = await sceneRgb(scene, size, index % 8);
  if (words !== '' && job.scene !== null) tone(setting, gradeForWords(words), 0.22);
  const refers = params['generatedContent'] === 'referToOrigin' || params['denoiseType'] === 15;
  if (refers) mix(setting, await scaledTo(await sitting.backdrop(), size), 0.45);
  const without = params['negTextDescription'] ?? params['negPrompt'];
  if (typeof without === 'string') tone(setting, [128, 128, 128], 0.35 * chance('not', without));
  return setting;
}

async function scaledTo(picture: Rgb, size: Size): Promise<Rgb> {
  if (picture.width === size.width && picture.height === size.height) return picture;
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const data = await sharp(picture.data, { raw })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  return { width: size.width, height: size.height, data };
}

/** The engines that cost more give a crisper setting. */
const crisp = new Set(['pro', 'weshopPro', 'bananaPro']);

async function crispened(setting: Rgb, params: Params): Promise<Rgb> {
  if (!crisp.has(String(params['generateVersion']))) return setting;
  const raw = { width: setting.width, height: setting.height, channels: 3 } as const;
  const data = await sharp(setting.data, { raw }).sharpen({ sigma: 1.4 }).raw().toBuffer();
  return { ...setting, data };
}

export async function recompose(sitting: Sitting, index: number): Promise<Picture> {
  const { job, photo } = sitting;
  const size = resultSize(job.agent, job.params, photo);
  const setting = await crispened(await settingOf(sitting, size, index), job.params);
  const cut = await put(await cutSubject(sitting), size, turnOf(sitting, index));
  const inPlace = job.params['maskType'] === 'autoHumanSegment';
  if (!inPlace) {
    darken(setting, await shadowOf(cut.mask, 0.015, 0.018), 0.4 + 0.1 * (index % 3));
  }
  blend(setting, cut.picture, cut.mask);
  const worn = job.params['maskType'] !== 'autoSubjectSegment' || job.agent === 'mannequin';
  const overlays = job.figure === null || !worn ? [] : [await figureBadge(job.figure, size)];
  return { ...setting, channels: 3, overlays };
}
