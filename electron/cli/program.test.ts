import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { programFor } from './program.ts';

const streams = () => ({ stdout: new PassThrough(), stderr: new PassThrough() });
const namesFor = async (...args: string[]) => {
  const program = await programFor(args, () => Promise.resolve(), streams());
  return program.commands.map((command) => command.name());
};

it('loads no command to print its version, and only those that the arguments mention', async () => {
  expect(await namesFor('--version')).toEqual([]);
  expect(await namesFor('jobs', '--json')).toEqual(['jobs']);
  expect(await namesFor('--data', 'watch', 'run', 'photos')).toEqual(['run', 'watch']);
  expect(await namesFor('help', 'models')).toEqual(['models']);
  expect(await namesFor('jobs', '--version')).toEqual(['jobs']);
});

it('knows all commands for its own help and for a name that nobody knows', async () => {
  const all = await namesFor();
  expect(all.length).toBeGreaterThan(20);
  expect(await namesFor('--help', 'run')).toEqual(all);
  expect(await namesFor('hlep')).toEqual(all);
});

it('names every command as it is listed', async () => {
  for (const name of await namesFor()) expect(await namesFor(name)).toEqual([name]);
});
