import { buildForDesktop } from '#electron/browser/screens-build.ts';

/** Once, before the windows that are opened side by side would all find that they are outdated. */
export default async function buildScreens(): Promise<void> {
  const built = await buildForDesktop((text) => process.stdout.write(`${text}\n`));
  if (!built.ok) throw new Error(`${built.problem.message}\n${built.problem.detail}`);
}
