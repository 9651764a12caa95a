import beforeBuilt from '../fixtures/before-built.ts';
import { compileImageProcess } from '../fixtures/compile.ts';
import { makeLightPhotographs } from '../fixtures/photographs.ts';

/** Once, before the windows that are opened side by side would all do it for themselves. */
export default async function beforeAll(): Promise<void> {
  await beforeBuilt();
  await makeLightPhotographs();
  await compileImageProcess();
}
