import { homedir } from 'node:os';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { project, projectFiles, textOf } from './project-files.ts';

const LONGEST = 400;

const files = projectFiles();
const sources = files.filter(
  (file) => /^(shared|electron|renderer|test)\//.test(file) && /\.(c?[jt]s|mjs|svelte)$/.test(file),
);
/** All source files except tests, because examples in tests use invented folders. */
const written = files.filter(
  (file) => /\.([cm]?[jt]s|svelte|md|ya?ml|html|css)$/.test(file) && !file.endsWith('.test.ts'),
);

/** Returns `file:line` of every line that matches `what`. */
function places(among: readonly string[], what: RegExp): string[] {
  return among.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, at) => (what.test(line) ? [`${file}:${at + 1}`] : [])),
  );
}

const literally = (path: string) => path.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

describe('every source file', () => {
  it('is at most 400 lines long', () => {
    // longer files should be split, except generated ones
    const long = sources
      .filter((file) => !file.startsWith('shared/texts/keys/'))
      .map((file) => ({ file, lines: textOf(file).trimEnd().split('\n').length }))
      .filter(({ lines }) => lines > LONGEST);
    expect(long).toEqual([]);
  });

  it('has a name in words-with-hyphens, or the agent’s name if it declares an agent', () => {
    const names = new Set<string>(agents.map(({ name }) => name));
    const wrong = sources
      .filter((file) => /^(shared|electron)\//.test(file))
      .filter(
        (file) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*((\.long)?\.test|\.d)?\.(c?[jt]s|mjs)$/.test(basename(file)),
      )
      .filter(
        (file) =>
          !(
            file.startsWith('shared/agents/') &&
            names.has(basename(file).replace(/(\.test)?\.ts$/, ''))
          ),
      );
    expect(wrong).toEqual([]);
  });

  it('A1 creates files exclusively, so that it follows no link of another user', () => {
    const main = written.filter((file) => /^electron\/.*\.ts$/.test(file));
    const writes = [
      // matches calls that open a file for writing, except to flush it or to append to an existing file
      /\bopen(?:Sync)?\([^)]*'(?:w|w\+|a)'/,
      /\bcreateWriteStream\((?!.*'wx')/,
      /(?<!\.)\b(?:writeFile|writeFileSync|appendFile|appendFileSync)\((?!.*'wx')/,
      /\bcopyFile(?:Sync)?\((?!.*COPYFILE_EXCL)/,
      /\.toFile\(/,
    ];
    // except this file, which writes to a folder with a random name that only this user may open
    const others = main.filter((file) => file !== 'electron/adapters/delivery/exiftool.ts');
    expect(writes.flatMap((write) => places(others, write))).toEqual([]);
  });

  it('imports shared code as #shared, from any folder', () => {
    expect(places(written, /\.\.\/shared\//)).toEqual([]);
  });

  it('never reads a mask back from the screen, because only the document defines the mask', () => {
    const mask = sources.filter((file) => file.startsWith('renderer/mask/'));
    const back =
      /\b(toDataURL|toCanvas|toImage|toBlob|convertToBlob|getImageData|getIntersection)\b/;
    // except this file, which reads the pixels of the photo in the worker, not of the mask
    const others = mask.filter((file) => file !== 'renderer/mask/surface/photo-pixels.ts');
    expect(places(others, back)).toEqual([]);
  });

  it('contains no path of a developer’s machine', () => {
    const here = [project, homedir()].filter((path) => path.length > 1);
    const mention = new RegExp(`(?<![\\w.])(${here.map(literally).join('|')})(?![\\w-])`);
    expect(places(written, mention)).toEqual([]);
  });
});
