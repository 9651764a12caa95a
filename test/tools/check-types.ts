import { spawnSync } from 'node:child_process';

/**
 * Types, twice: everything under Node, and shared/ once more as the renderer sees it, in a browser
 * without Node's types.
 */
const tsc = 'node_modules/@typescript/native/bin/tsc';
for (const config of ['tsconfig.json', 'renderer/tsconfig.json']) {
  const { status } = spawnSync(process.execPath, [tsc, '--noEmit', '--project', config], {
    stdio: 'inherit',
  });
  process.exitCode ||= status ?? 1;
}
