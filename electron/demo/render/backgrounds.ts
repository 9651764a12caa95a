/** Creates the full-size background behind a subject, and the badge that shows the model. */
import sharp from 'sharp';
import { chance } from '../chance.ts';
import { figureSvg, skinOf } from './figures.ts';
import type { FigureChoice, SceneChoice } from './job.ts';
import { colourOf } from './raster.ts';
import type { Colour, Rgb } from './raster.ts';
import { drawScene } from './scenes.ts';
import type { Size } from '#shared/pictures.ts';

/**
 * Longest side in px at which scenes are drawn. For larger results, the scene is scaled up, which
 * is not visible because scenes are soft.
 */
const drawnSide = 1600;

/** Returns the scene at `size`. `variation` selects mirroring and zoom. */
export async function sceneRgb(scene: SceneChoice, size: Size, variation: number): Promise<Rgb> {
  const zoom = 1 + 0.12 * (variation >> 1);
  const seen = { width: Math.ceil(size.width * zoom), height: Math.ceil(size.height * zoom) };
  const source = 'file' in scene ? scene.file : await drawScene(scene, drawnSize(seen));
  const whole = sharp(source)
    .autoOrient()
    .resize({ ...seen, fit: 'cover' });
  const { data } = await (variation % 2 === 1 ? whole.flop() : whole)
    .extract({
      left: (seen.width - size.width) >> 1,
      top: (seen.height - size.height) >> 1,
      ...size,
    })
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...size, width: size.width, height: size.height, data };
}

/** Returns the size at which to draw a scene that will have the size `size`. */
function drawnSize(size: Size): Size {
  const scale = Math.min(1, drawnSide / Math.max(size.width, size.height));
  return {
    width: Math.max(64, Math.round(size.width * scale)),
    height: Math.max(64, Math.round(size.height * scale)),
  };
}

/** Returns the colour with which a result tones the person's skin like the model's. */
export async function toneOf(figure: FigureChoice): Promise<Colour> {
  if (!('file' in figure)) return colourOf(skinOf(figure));
  const { dominant } = await sharp(figure.file).resize(64, 64, { fit: 'cover' }).stats();
  return [dominant.r, dominant.g, dominant.b];
}

/**
 * Returns a round picture of the model, and its position in the bottom left corner of the result.
 */
export async function figureBadge(figure: FigureChoice, size: Size) {
  const side = Math.max(48, Math.round(Math.min(size.width, size.height) * 0.16));
  const margin = Math.round(side * 0.16);
  const source =
    'file' in figure ? figure.file : Buffer.from(figureSvg(figure, { width: side, height: side }));
  const ring = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side * 0.47}" fill="none" stroke="#fff" stroke-width="${side * 0.05}"/></svg>`;
  const disc = ring.replace('fill="none"', 'fill="#fff"');
  const face = await sharp(source)
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'top' })
    .ensureAlpha()
    .png()
    .toBuffer();
  const input = await sharp(face)
    .composite([{ input: Buffer.from(disc), blend: 'dest-in' }, { input: Buffer.from(ring) }])
    .png()
    .toBuffer();
  return { input, left: margin, top: size.height - side - margin };
}

/** Returns a scene for a description. Equal descriptions lead to equal scenes. */
export function sceneForWords(words: string): SceneChoice {
  const kinds = ['studio', 'interior', 'street', 'garden', 'seaside', 'desert', 'cloth'] as const;
  const scene = kinds[Math.floor(chance('words', words) * kinds.length)] ?? 'studio';
  return { scene, variant: Math.floor(chance('variant', words) * 100_000) };
}

/** Returns a colour grade for a description. */
export function gradeForWords(words: string): Colour {
  const grades = [
    colourOf('#c9a27a'),
    colourOf('#7f9fc4'),
    colourOf('#a7b38a'),
    colourOf('#c08fa0'),
  ];
  return grades[Math.floor(chance('grade', words) * grades.length)] ?? [128, 128, 128];
}
