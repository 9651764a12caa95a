/**
 * The agents that generate images at the real service. Instead of generating, the demo service
 * recomposes the photo, so that each parameter has a visible effect. The area that the mask keeps
 * stays unchanged, the rest of the subject is toned like the model, and the scene is placed behind
 * the subject.
 */
import sharp from 'sharp';
import { chance } from '../chance.ts';
import { keptArea } from './kept-area.ts';
import type { Picture } from './picture.ts';
import { blend, darken, mix, shadowOf, tone, withAlpha, withoutAlpha } from './raster.ts';
import type { Mask, Rgb } from './raster.ts';
import { figureBadge, gradeForWords, sceneForWords, sceneRgb, toneOf } from './backgrounds.ts';
import { copyOf } from './input.ts';
import type { RenderInput } from './input.ts';
import type { Size } from '#shared/pictures.ts';

/** A subject that was cut out of the photo, before it is placed in the result. */
interface Cut {
  readonly picture: Rgb;
  readonly mask: Mask;
}

type Params = RenderInput['job']['params'];

function wordsOf(params: Params): string {
  const words = [params['textDescription'], params['posPrompt']];
  return words.filter((one) => typeof one === 'string').join(' ');
}

/**
 * Cuts out the subject. Its kept area stays unchanged; the rest is toned like the model or, without
 * a model, by the description.
 */
async function cutSubject(input: RenderInput): Promise<Cut> {
  const { job, photo, subject } = input;
  const kept = keptArea(input);
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

/**
 * Returns the size of the result: the size of the photo, or the size requested from virtualtryon.
 */
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

/**
 * Returns how the subject is turned, which depends on the agent, the parameters and the index of the
 * image.
 */
function turnOf({ job }: RenderInput, index: number): { mirrored: boolean; degrees: number } {
  const { pose } = job.params;
  const free = job.agent === 'aipose' || pose === 'freePose';
  if (!free) return { mirrored: pose === 'referenceImagePose', degrees: 0 };
  const lean = 3 + 6 * chance('lean', wordsOf(job.params), index);
  return { mirrored: index % 2 === 0, degrees: index % 4 < 2 ? lean : -lean };
}

/** Turns a subject and fits it into `size`, aligned with the bottom edge. */
async function placeSubject(cut: Cut, size: Size, turn: ReturnType<typeof turnOf>): Promise<Cut> {
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
    picture = sharp(turned.data, { raw: turned.info }).extract({
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

/** Returns the background behind the subject. */
async function backgroundOf(input: RenderInput, size: Size, index: number): Promise<Rgb> {
  const { job } = input;
  const { params } = job;
  if (params['maskType'] === 'autoHumanSegment') return copyOf(input.photo);
  if (job.agent === 'aipose') return input.backdrop(size);
  const words = wordsOf(params);
  const tags = JSON.stringify([params['locationTagIds'], params['tagIds']]);
  const scene = job.scene ?? sceneForWords(words || tags);
  const background = await sceneRgb(scene, size, index % 8);
  if (words !== '' && job.scene !== null) tone(background, gradeForWords(words), 0.22);
  const refers = params['generatedContent'] === 'referToOrigin' || params['denoiseType'] === 15;
  if (refers) mix(background, await input.backdrop(size), 0.45);
  const without = params['negTextDescription'] ?? params['negPrompt'];
  if (typeof without === 'string') tone(background, [128, 128, 128], 0.35 * chance('not', without));
  return background;
}

/** The more expensive engines give a sharper background. */
const sharpEngines = new Set(['pro', 'weshopPro', 'bananaPro']);

async function sharpened(background: Rgb, params: Params): Promise<Rgb> {
  if (!sharpEngines.has(String(params['generateVersion']))) return background;
  const raw = { width: background.width, height: background.height, channels: 3 } as const;
  const data = await sharp(background.data, { raw }).sharpen({ sigma: 1.4 }).raw().toBuffer();
  return { ...background, data };
}

export async function recompose(input: RenderInput, index: number): Promise<Picture> {
  const { job, photo } = input;
  const size = resultSize(job.agent, job.params, photo);
  const background = await sharpened(await backgroundOf(input, size, index), job.params);
  const cut = await placeSubject(await cutSubject(input), size, turnOf(input, index));
  const inPlace = job.params['maskType'] === 'autoHumanSegment';
  if (!inPlace) {
    darken(background, await shadowOf(cut.mask, 0.015, 0.018), 0.4 + 0.1 * (index % 3));
  }
  blend(background, cut.picture, cut.mask);
  const worn = job.params['maskType'] !== 'autoSubjectSegment' || job.agent === 'mannequin';
  const overlays = job.figure === null || !worn ? [] : [await figureBadge(job.figure, size)];
  return { ...background, channels: 3, overlays };
}
