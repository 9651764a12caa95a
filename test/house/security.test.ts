import { describe, expect, it } from 'vitest';
import { mistold, numbersIn, rowsOf, testsNamed } from './numbered.ts';
import { projectFiles, textOf } from './project-files.ts';

const sources = projectFiles()
  .filter(
    (file) =>
      /^(shared|electron|renderer|build-resources)\//.test(file) &&
      /\.(c?[jt]s|svelte|html)$/.test(file) &&
      !file.endsWith('.test.ts'),
  )
  .map((file) => ({ file, code: textOf(file) }));

/** The rows of Electron's checklist in docs/security.md: number, point, measure, tests. */
const rows = rowsOf(textOf('docs/security.md'), String.raw`E\d\d`);
const bears = (file: string, number: string) => numbersIn(textOf(file), 'E').includes(number);

/** Returns all mistakes in a row. */
function wrongs([number = '', ...cells]: readonly string[]): string[] {
  const where = cells.at(-1) ?? '';
  if (cells.length !== 3 || cells.includes('')) return [`${number} has an empty cell`];
  if (testsNamed(where).length === 0) return [`${number} names no test`];
  return mistold(number, where, bears);
}

describe("Electron's checklist in docs/security.md", () => {
  it('has its twenty points, each with a test that has its number', () => {
    const numbers = Array.from({ length: 20 }, (_, at) => `E${String(at + 1).padStart(2, '0')}`);
    expect(rows.map(([number]) => number)).toEqual(numbers);
    expect(rows.flatMap((row) => wrongs(row))).toEqual([]);
  });

  it('would fail for a row whose test is missing or is about something else', () => {
    expect(wrongs(['E05', 'a', 'b', '`no-such.test.ts`'])).toHaveLength(1);
    expect(wrongs(['E05', 'a', 'b', '`house/sources.test.ts`'])).toHaveLength(1);
    expect(wrongs(['E05', 'a', 'b', 'by hand'])).toEqual(['E05 names no test']);
  });
});

describe('no source file', () => {
  it.each([
    [
      'turns off a protection of the window (E06, E08, E09, E10)',
      /webSecurity: *false|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|nodeIntegration(?:InWorker|InSubFrames)?: *true|contextIsolation: *false|sandbox: *false/,
    ],
    [
      'accepts an invalid certificate',
      /setCertificateVerifyProc|['"]certificate-error|rejectUnauthorized:(?! true)/,
    ],
    [
      'opens a page from the disk or the network (E01, E18)',
      /\bloadFile\(|loadURL\((?!`\$\{PAGE\})|\.loadURL\(['"`](?:file|https?):/,
    ],
    [
      'uses text as elements or as code',
      /\{@html|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write\(|\beval\(|new Function\(/,
    ],
    [
      'lets the system open an address that Darkslide has not chosen (E15, F73)',
      /\bopenExternal\(/,
    ],
    ['changes the owner of a file by its name, which may be a link by then', /(?<![\w.])chown\(/],
    ['writes crash dumps, which contain memory (F82)', /\bcrashReporter\b/],
  ])('%s', (_what, pattern) => {
    const found = sources.filter(({ code }) => pattern.test(code));
    expect(found.map(({ file }) => file)).toEqual([]);
  });
});

it('an AppImage is never started without Chromium’s sandbox (E04)', () => {
  // without this setting, electron-builder adds --no-sandbox to the desktop entry
  expect(textOf('electron-builder.yml')).toMatch(/^ {2}executableArgs: \[\]$/m);
});

it('Electron has one exact version, the same as in the lock file (E16)', () => {
  const wanted = (JSON.parse(textOf('package.json')) as Manifest).devDependencies['electron'];
  const locked = JSON.parse(textOf('package-lock.json')) as {
    packages: Readonly<Record<string, { readonly version: string }>>;
  };
  expect(wanted).toMatch(/^\d+\.\d+\.\d+$/);
  expect(locked.packages['node_modules/electron']?.version).toBe(wanted);
});

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}
