import { findScreens } from '#electron/browser/screens-build.ts';

/** Once, before the windows that are opened side by side would all find that they are outdated. */
export default async function buildScreens(): Promise<void> {
  const screens = await findScreens((text) => process.stdout.write(`${text}\n`));
  if (!screens.ok) throw new Error(`${screens.problem.message}\n${screens.problem.detail}`);
}
