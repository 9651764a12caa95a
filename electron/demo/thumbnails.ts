/** Pictures of templates, drawn when they are first looked at and kept as files. */
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { figureSvg } from './render/figures.ts';
import { drawScene } from './render/scenes.ts';
import type { FigureLook, SceneLook } from './templates.ts';
import { writeDemoFile } from './whole-file.ts';

const size = { width: 480, height: 600 };
/** By the file. */
const drawing = new Map<string, Promise<string>>();

async function draw(look: SceneLook | FigureLook, file: string): Promise<string> {
  try {
    await access(file);
    return file;
  } catch {
    const drawn =
      'scene' in look ? await drawScene(look, size) : Buffer.from(figureSvg(look, size));
    await writeDemoFile(file, await sharp(drawn).jpeg({ quality: 82 }).toBuffer());
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

/** Waits until no thumbnail is being written into this folder. */
export async function thumbnailsWritten(folder: string): Promise<void> {
  const writing = [...drawing].filter(([file]) => dirname(file) === folder);
  await Promise.allSettled(writing.map(([, drawn]) => drawn));
}
