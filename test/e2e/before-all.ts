import beforeBuilt from '../fixtures/before-built.ts';
import { compileImageProcess } from '../fixtures/compile.ts';
import { makeLightPhotographs } from '../fixtures/photographs.ts';

/** Builds the screens once, so that parallel tests do not each do it. */
export default async function beforeAll(): Promise<void> {
  await beforeBuilt();
  await makeLightPhotographs();
  await compileImageProcess();
}
