import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { refusable } from '../../../test/desktop/electron/app.ts';
import { app } from '../../../test/desktop/electron/electron.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { commandOf, runCommand } from './command.ts';

it.each([
  ['--cli -- run photos --json', 'run photos --json'],
  ['--ozone-platform=headless --no-sandbox --cli -- --version', '--version'],
  ['--cli jobs', 'jobs'],
  ['--cli', ''],
  ['--cli -- -- --cli', '-- --cli'],
  // These open the window: a file with that name, or an argument after the end of the switches.
  ['', undefined],
  ['--data /studio', undefined],
  ['/photos/a.jpg --cli', undefined],
  ['-- --cli run', undefined],
])('"%s" runs the command "%s"', (args, command) => {
  const words = args === '' ? [] : args.split(' ');
  expect(commandOf(words)?.join(' ')).toBe(command);
});

it('an installed command refuses switches that would replace its programs', async () => {
  app.isPackaged = true;
  app.switches.add('utility-cmd-prefix');
  onTestFinished(() => {
    app.isPackaged = false;
    app.switches.clear();
  });
  await runCommand(['--version'], {});
  await vi.waitUntil(() => app.exitStatus !== null, 55_000);
  expect(app.exitStatus).toBe(3);
});

it('exits on its own when Electron treats a signal as a request to quit', async () => {
  const folder = await ownFolder('command');
  // The test runner's own listeners would end its process.
  const foreign = process.listeners('SIGTERM');
  process.removeAllListeners('SIGTERM');
  // A library sends the signal to the process again; without a listener, that would end the process.
  const ignore = () => {};
  process.on('SIGTERM', ignore);
  onTestFinished(() => {
    process.off('SIGTERM', ignore);
    for (const listener of foreign) process.on('SIGTERM', listener);
  });
  app.exitStatus = null;
  const ran = runCommand(['demo-service', '--data', folder, '--json'], {});
  await vi.waitUntil(() => existsSync(join(folder, 'demo-service')), 55_000);
  const quit = refusable({});
  app.emit('before-quit', quit);
  expect(quit.defaultPrevented).toBe(true);
  expect(app.exitStatus).toBeNull();
  await ran;
  expect(app.exitStatus).toBe(0);
});
