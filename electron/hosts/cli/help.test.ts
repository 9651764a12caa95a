import { PassThrough } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { runProgram, thisProcess } from './program.ts';

const WIDTH = 80;

/** Returns what a command line prints on a terminal with WIDTH columns. */
async function printed(language: string, ...args: string[]) {
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: WIDTH });
  const stderr = new PassThrough();
  const status = await runProgram(args, {
    ...thisProcess({ LC_ALL: language }),
    stdout,
    stderr,
  });
  const text = (stream: PassThrough) => String(stream.read() ?? '');
  return { status, help: text(stdout), errors: text(stderr) };
}

describe('the help', () => {
  it.each([
    ['C', 'Usage: darkslide jobs', 'only the latest n jobs (default: 50)'],
    ['de_DE.UTF-8', 'Aufruf: darkslide jobs', 'nur die neuesten n Aufträge (Standard: 50)'],
    ['zh_CN.UTF-8', '用法： darkslide jobs', '仅最新的 n 个任务（默认：50）'],
  ])('is in the language of %s', async (language, usage, limit) => {
    const { status, help } = await printed(language, 'jobs', '--help');
    expect(status).toBe(0);
    expect(help).toContain(usage);
    expect(help).toContain(limit);
  });

  it.each(['C', 'de_DE.UTF-8', 'zh_CN.UTF-8'])('fits the terminal in %s', async (language) => {
    for (const args of [['help'], ['run', '--help'], ['models', 'list', '--help']]) {
      const { help } = await printed(language, ...args);
      const lines = help.split('\n').filter((line) => !line.startsWith('  darkslide '));
      expect(lines.filter((line) => stringWidth(line) > WIDTH)).toEqual([]);
    }
  });

  it('never starts a Chinese line with a closing punctuation mark', async () => {
    const { help } = await printed('zh_CN.UTF-8', 'check', '--help');
    expect(help.split('\n').filter((line) => /^\s*[，。、；：！？）”]/u.test(line))).toEqual([]);
  });
});

describe('wrong use', () => {
  it.each([
    ['no command', [], 'Geben Sie einen Befehl ein.'],
    ['an unknown command', ['rnu'], 'Den Befehl „rnu“ gibt es nicht. Meinten Sie run?'],
    ['an unknown option', ['jobs', '--limmit'], 'Meinten Sie --limit?'],
    ['an option without its value', ['jobs', '--limit'], '„--limit <n>“ braucht einen Wert.'],
    ['a missing argument', ['adopt', '1'], 'Das Argument <execution> fehlt.'],
    ['a missing option', ['run', 'a.jpg'], 'Die Option „--out <folder>“ ist erforderlich.'],
    ['too many arguments', ['jobs', 'a', 'b'], 'nimmt keine Argumente, nicht: a, b.'],
    [
      'a value that is not a number',
      ['jobs', '--limit', '0'],
      'Geben Sie eine ganze Zahl ab 1 ein.',
    ],
    ['a wrong choice', ['jobs', '--state', 'x'], 'Möglich sind waiting, running, done, failed'],
    [
      'two options that exclude each other',
      ['retry', '--pad', '--send-again'],
      'schließen sich aus.',
    ],
  ])('is reported in German: %s', async (_what, args, words) => {
    const { status, errors } = await printed('de_DE.UTF-8', ...args);
    expect(status).toBe(2);
    expect(errors).toMatch(/^Fehler usage: /mu);
    expect(errors).toContain(words);
  });

  it('is reported in English with --json', async () => {
    const { help, errors } = await printed('de_DE.UTF-8', 'rnu', '--json');
    expect(JSON.parse(help)).toMatchObject({ error: { code: 'usage' } });
    expect(help + errors).toContain('There is no command \\"rnu\\". Did you mean run?');
  });
});
