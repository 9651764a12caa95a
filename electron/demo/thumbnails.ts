/** Pictures of templates. They are drawn when they are first viewed, and cached as files. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { figureSvg } from './render/figures.ts';
import { drawScene } from './render/scenes.ts';
import type { FigureLook, SceneLook } from './templates.ts';
import { writeDemoFile } from './whole-file.ts';

const size = { width: 480, height: 600 };

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

/** Creates and caches the JPEG thumbnails of templates in a folder. */
export class Thumbnails {
  readonly #folder: string;
  /** Pictures that are being drawn, by file. */
  readonly #drawing = new Map<string, Promise<string>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the path of the file with this name, and draws it first if it is missing. */
  of(look: SceneLook | FigureLook, name: string): Promise<string> {
    const file = join(this.#folder, name);
    const known = this.#drawing.get(file);
    if (known !== undefined) return known;
    const drawn = draw(look, file).finally(() => this.#drawing.delete(file));
    this.#drawing.set(file, drawn);
    return drawn;
  }

  /** Waits until all files that are being drawn have been written. */
  async written(): Promise<void> {
    await Promise.allSettled(this.#drawing.values());
  }
}
