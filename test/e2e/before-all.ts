import beforeBuilt from '../fixtures/before-built.ts';
import { compileImageProcess } from '../fixtures/compile.ts';
import { makeLightPhotographs } from '../fixtures/photographs.ts';

/** Builds the screens once, so that parallel tests don't build them, too. */
export default async function beforeAll(): Promise<void> {
  await beforeBuilt();
  await makeLightPhotographs();
  await compileImageProcess();
}
