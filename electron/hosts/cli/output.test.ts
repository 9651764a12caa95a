import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { jobText } from './job-line.ts';
import { createOutput } from './output.ts';
import { english, speechIn } from './speech.ts';
import { table } from './table.ts';

const speech = await speechIn(english);
const hostile = 'a\u001B[2Jb\u202Egpj\0.jpg\nDone: all';
const acts = /[^\P{Cc}\n]|[\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

async function printed(json: boolean) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const lines: string[] = [];
  const log = { write: (line: string) => lines.push(line), wall: () => 0 };
  const terminal = Object.assign(stderr, { isTTY: true, columns: 60 });
  const out = createOutput(
    { json, verbose: true, secrets: ['s3cr3t-key'], log, mono: () => 0, speech },
    stdout,
    terminal,
  );
  const line = {
    photo: hostile,
    sha256: null,
    state: 'failed',
    taskId: null,
    executionId: null,
    results: [],
    psd: null,
    error: { code: 'execution-failed', message: hostile },
  } as const;
  out.result(line, jobText(speech, line, null));
  out.result({ name: hostile }, table(['name'], [[hostile]]));
  out.warn(hostile);
  out.problem({ code: 'file-missing', message: hostile, detail: hostile });
  await out.release();
  const text = (stream: PassThrough) => (stream.read() as Buffer).toString();
  return { stdout: text(stdout), stderr: text(stderr), log: lines.join('') };
}

it('A10 no photo name and no message of the service can move the cursor, start a new line or reverse text', async () => {
  const { stdout, stderr, log } = await printed(false);
  for (const text of [stdout, stderr, log]) expect(text).not.toMatch(acts);
  // The photo's name and the service's message each stay on one line.
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'failed      a[2Jbgpj.jpg Done: all',
    '            execution-failed: a[2Jbgpj.jpg Done: all',
  ]);
  expect(stderr).toContain('error file-missing: a[2Jbgpj.jpg Done: all\n');
});

it('A10 JSON output contains the same value without control characters', async () => {
  const { stdout } = await printed(true);
  expect(stdout).not.toMatch(acts);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ photo: hostile });
});

it('A10 a key is removed from a progress line before the line is cut', () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = Object.assign(stderr, { isTTY: true, columns: 20 });
  const out = createOutput(
    { json: false, verbose: false, secrets: ['s3cr3t-key'], mono: () => 0, speech },
    stdout,
    terminal,
  );
  out.progress(`${'x'.repeat(14)}s3cr3t-key`);
  expect((stderr.read() as Buffer).toString()).not.toContain('s3c');
});
