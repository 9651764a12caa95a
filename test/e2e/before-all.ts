import beforeBuilt from '../fixtures/before-built.ts';
import { compileImageProcess } from '../fixtures/compile.ts';
import { makeLightPhotographs } from '../fixtures/photographs.ts';

/** Runs once, before parallel windows would each do the same. */
export default async function beforeAll(): Promise<void> {
  await beforeBuilt();
  await makeLightPhotographs();
  await compileImageProcess();
}
