import { expect, it, onTestFinished, vi } from 'vitest';
import { app } from '../../test/desktop/electron/electron.ts';
import { commandOf, runCommand } from './command.ts';

it.each([
  [
    ['--cli', '--', 'run', 'photos', '--json'],
    ['run', 'photos', '--json'],
  ],
  [['--ozone-platform=headless', '--no-sandbox', '--cli', '--', '--version'], ['--version']],
  [['--cli', 'jobs'], ['jobs']],
  [['--cli'], []],
  [
    ['--cli', '--', '--', '--cli'],
    ['--', '--cli'],
  ],
  // opens the window: a file of that name, and what stands behind the end of the switches
  [[], null],
  [['--data', '/studio'], null],
  [['/photos/a.jpg', '--cli'], null],
  [['--', '--cli', 'run'], null],
])('%j is the command %j', (args, command) => {
  expect(commandOf(args)).toEqual(command);
});

it('an installed one does not run with switches that would put another program in its place', async () => {
  app.isPackaged = true;
  app.switches.add('utility-cmd-prefix');
  onTestFinished(() => {
    app.isPackaged = false;
    app.switches.clear();
  });
  await runCommand(['--version'], {});
  await vi.waitUntil(() => app.exitStatus !== null);
  expect(app.exitStatus).toBe(3);
});
