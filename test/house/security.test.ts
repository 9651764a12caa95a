import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, projectFiles } from './project-files.ts';

const text = (file: string) => readFileSync(join(project, file), 'utf8');
const sources = projectFiles()
  .filter(
    (file) =>
      /^(shared|electron|renderer|build-resources)\//.test(file) &&
      /\.(c?[jt]s|svelte|html)$/.test(file) &&
      !file.endsWith('.test.ts'),
  )
  .map((file) => ({ file, code: text(file) }));

describe('no source file', () => {
  it.each([
    [
      'switches a wall of the window off (E06, E08, E09, E10)',
      /webSecurity: *false|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegration(?:InWorker|InSubFrames)?: *true|contextIsolation: *false|sandbox: *false/,
    ],
    [
      'lets a certificate pass that does not hold',
      /setCertificateVerifyProc|['"]certificate-error|rejectUnauthorized:(?! true)/,
    ],
    [
      'opens a page from the disk or the network (E01, E18)',
      /\bloadFile\(|loadURL\((?!`\$\{PAGE\})|\.loadURL\(['"`](?:file|https?):/,
    ],
    [
      'takes text for elements or for code',
      /\{@html|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/,
    ],
    ['lets the system open what is not of its own choosing (E15, F73)', /\bopenExternal\(/],
    [
      'gives a file to another account by its name, where a link may be by then',
      /(?<![\w.])chown\(/,
    ],
    ['has crash dumps written, which hold memory (F82)', /\bcrashReporter\b/],
  ])('%s', (_what, pattern) => {
    const found = sources.filter(({ code }) => pattern.test(code));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});

it('Electron is one exact release, the same in the lock (E16)', () => {
  const wanted = (JSON.parse(text('package.json')) as Manifest).devDependencies['electron'];
  const locked = JSON.parse(text('package-lock.json')) as {
    packages: Readonly<Record<string, { readonly version: string }>>;
  };
  expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
  expect(locked.packages['node_modules/electron']?.version).toBe(wanted);
});

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}
