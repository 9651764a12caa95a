import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programFor } from './program.ts';
import { english } from './speech.ts';

const streams = () => ({ stdout: new PassThrough(), stderr: new PassThrough() });
const namesFor = async (...args: string[]) => {
  const program = await programFor(args, () => Promise.resolve(), english, streams());
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

/** Prints the packages of every module that is loaded, at the end. */
const watcher = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load(url, context, next) {
    const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  } });
  process.on('exit', () => process.stderr.write([...loaded].join(' ')));`;

it('loads nothing to list the agents that only writes settings, lists or requests', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const hook = `data:text/javascript,${encodeURIComponent(watcher)}`;
  const args = ['--import', hook, main, 'agents', '--json'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toHaveLength(9);
  const loaded = stderr.split(' ');
  expect(loaded).toContain('commander');
  for (const name of ['conf', 'ajv', 'semver', 'undici', 'sharp', 'dayjs']) {
    expect(loaded).not.toContain(name);
  }
});
