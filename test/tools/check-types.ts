import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * Checks types twice: everything with Node's types, and the screens with shared/ without Node's types, as a
 * browser runs them.
 */
const runs = [
  ['@typescript/native/bin/tsc', '--noEmit', '--project', 'tsconfig.json'],
  [
    'svelte-check/bin/svelte-check',
    '--tsgo',
    '--workspace',
    'renderer',
    '--tsconfig',
    'tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
];
// removes the generated files of deleted screens, which would be checked, too
rmSync('renderer/.svelte-check', { recursive: true, force: true });
for (const [bin = '', ...args] of runs) {
  const { status } = spawnSync(process.execPath, [`node_modules/${bin}`, ...args], {
    stdio: 'inherit',
  });
  process.exitCode ||= status ?? 1;
}
