/** Pictures of templates, drawn when they are first looked at and kept as files. */
import { access, rename } from 'node:fs/promises';
import sharp from 'sharp';
import { figureSvg } from './render/figures.ts';
import { drawScene } from './render/scenes.ts';
import type { FigureLook, SceneLook } from './templates.ts';

const size = { width: 480, height: 600 };
const drawing = new Map<string, Promise<string>>();

async function draw(look: SceneLook | FigureLook, file: string): Promise<string> {
  try {
    await access(file);
    return file;
  } catch {
    const drawn =
      'scene' in look ? await drawScene(look, size) : Buffer.from(figureSvg(look, size));
    // Renamed into place, so that a process that dies in between leaves no half picture.
    await sharp(drawn).jpeg({ quality: 82 }).toFile(`${file}.part`);
    await rename(`${file}.part`, file);
    return file;
  }
}

/** The JPEG of a template at `file`, drawn if need be. */
export function thumbnail(look: SceneLook | FigureLook, file: string): Promise<string> {
  const known = drawing.get(file);
  if (known !== undefined) return known;
  const drawn = draw(look, file).finally(() => drawing.delete(file));
  drawing.set(file, drawn);
  return drawn;
}
