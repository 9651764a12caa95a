import { prepareFirstStart } from '../e2e/first-start.ts';
import { ownFolder } from '../fixtures/own-folder.ts';

/** Creates a data folder for the test; the demo finds no photographs in it to process. */
export async function quietFolder(): Promise<string> {
  const path = await ownFolder('quiet');
  await prepareFirstStart(path, 'none');
  return path;
}
