import { writeFile } from 'node:fs/promises';
import type { PsdJob } from './job.ts';
export async function makePsd(job: PsdJob): Promise<void> {
  await writeFile(job.file, 'x');
}
