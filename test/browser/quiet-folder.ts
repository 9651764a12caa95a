import { prepareFirstStart } from '../e2e/first-start.ts';
import { ownFolder } from '../fixtures/own-folder.ts';

/** A data folder of the test's own, in which the demo finds no photographs to work on. */
export async function quietFolder(): Promise<string> {
  const path = await ownFolder('quiet');
  await prepareFirstStart(path, 'none');
  return path;
}
