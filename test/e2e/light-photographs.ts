import { mkdir, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const photographs = fileURLToPath(new URL('../../build-resources/photos/', import.meta.url));
/** px of the short side: the service takes it, and it costs next to nothing to work on. */
const SIZE = 560;

/**
 * Puts small copies of the sample photographs where the demo would put the real ones at its first
 * start, which leaves what is there. The work on them is the same and takes a tenth of the time.
 */
export async function dropLightPhotographs(dataFolder: string): Promise<void> {
  const drop = join(dataFolder, 'demo', 'Drop');
  await mkdir(drop, { recursive: true });
  const names = await readdir(photographs);
  await Promise.all(
    names
      .filter((name) => /^\.(jpg|tif)$/.test(extname(name)))
      .map((name) =>
        sharp(join(photographs, name))
          .resize({ width: SIZE, height: SIZE, fit: 'outside' })
          .toFile(join(drop, name)),
      ),
  );
}
