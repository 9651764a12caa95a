import { buildForDesktop } from '#electron/browser/screens-build.ts';
import { compileImageProcess } from '../fixtures/compile.ts';
import { makeLightPhotographs } from '../fixtures/photographs.ts';

/** Once, before the windows that are opened side by side would all do it for themselves. */
export default async function beforeAll(): Promise<void> {
  const built = await buildForDesktop((text) => process.stdout.write(`${text}\n`));
  if (!built.ok) throw new Error(`${built.problem.message}\n${built.problem.detail}`);
  await makeLightPhotographs();
  await compileImageProcess();
}
