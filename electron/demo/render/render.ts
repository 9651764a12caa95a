/**
 * Renders the images of one execution: selects the processing for the agent, and prepares what all
 * images share.
 */
import { writeDemoFile } from '../whole-file.ts';
import { expand } from './expand.ts';
import type { RenderJob } from './job.ts';
import type { Picture } from './picture.ts';
import { recompose } from './recompose.ts';
import { removeBackground } from './remove-background.ts';
import { fromRaw, signed } from './sign.ts';
import { readInput } from './input.ts';
import type { RenderInput } from './input.ts';

type Work = (input: RenderInput, index: number) => Promise<Picture>;

/** The agents that edit the photo itself; all others recompose it. */
const works: Readonly<Partial<Record<string, Work>>> = {
  removeBG: removeBackground,
  expandimage: expand,
};

async function write(picture: Picture, format: 'png' | 'jpg', file: string): Promise<void> {
  const raw = fromRaw(picture.data, picture, picture.channels);
  const overlays = picture.overlays ?? [];
  await writeDemoFile(file, await signed(raw, picture, format, overlays).toBuffer());
}

/** Renders the images one after another. Rejects with a message if the photo cannot be processed. */
export async function renderExecution(
  job: RenderJob,
  onMade: (index: number) => void,
): Promise<void> {
  const input = await readInput(job);
  const work = works[job.agent] ?? recompose;
  for (const { index, file } of job.targets) {
    await write(await work(input, index), job.format, file);
    onMade(index);
  }
}
