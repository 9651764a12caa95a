import { expect, it } from 'vitest';
import { commandOf } from './command.ts';

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
