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

it('the program loads only the commands that the arguments mention, and none to print its version', async () => {
  expect(await namesFor('--version')).toEqual([]);
  expect(await namesFor('jobs', '--json')).toEqual(['jobs']);
  expect(await namesFor('--data', 'watch', 'run', 'photos')).toEqual(['run', 'watch']);
  expect(await namesFor('help', 'models')).toEqual(['models']);
  expect(await namesFor('jobs', '--version')).toEqual(['jobs']);
});

it('the program loads all commands for its own help and for an unknown command', async () => {
  const all = await namesFor();
  expect(all.length).toBeGreaterThan(20);
  expect(await namesFor('--help', 'run')).toEqual(all);
  expect(await namesFor('hlep')).toEqual(all);
});

it('the program lists every command under the name with which the command is called', async () => {
  for (const name of await namesFor()) expect(await namesFor(name)).toEqual([name]);
});

/** Prints, when the process exits, the packages of all loaded modules. */
const watcher = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load(url, context, next) {
    const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  } });
  process.on('exit', () => process.stderr.write([...loaded].join(' ')));`;

it('the program loads no package for settings, images or requests when it lists the agents', async () => {
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
