/** Makes the images of one execution: which kind of work an agent means, and what all images share. */
import { rename } from 'node:fs/promises';
import sharp from 'sharp';
import type { RenderJob } from './job.ts';
import { signed } from './sign.ts';

export async function renderExecution(job: RenderJob, onMade: (index: number) => void) {
  for (const { index, file } of job.targets) {
    const photo = sharp(job.photo).autoOrient();
    const { width, height } = (await photo.metadata()).autoOrient;
    await signed(photo, { width, height }, job.format).toFile(`${file}.part`);
    await rename(`${file}.part`, file);
    onMade(index);
  }
}
