import { describe, expect, it } from 'vitest';
import { composedTexts, parsedSource, shownLiterals } from '../tools/shown-literals.ts';
import { projectFiles, textOf } from './project-files.ts';

/** A part of the program whose texts people read. */
interface Surface {
  readonly name: string;
  readonly files: RegExp;
  /**
   * Functions whose arguments need no check here: other tests check them, or they are only written to the log.
   */
  readonly told: readonly string[];
}

const surfaces: readonly Surface[] = [
  { name: 'window', files: /^renderer\/.*\.(?:svelte|ts)$/u, told: [] },
  {
    name: 'desktop app',
    files: /^electron\/hosts\/desktop\/.*\.ts$/u,
    told: ['failure', 'problemOf', 'unreached', 'session.log.note'],
  },
  {
    name: 'command line',
    // everything except code that service managers run or read
    files: /^electron\/hosts\/cli\/(?!service\/(?:manager|systemd)\.ts).*\.ts$/u,
    told: ['failure', 'problemOf', 'unusable', 'unreadable', 'process.stderr.write'],
  },
];

/** Files that are not checked: tests, the page of controls, and code that runs at build time. */
const others = /\.test\.ts$|^renderer\/(?:kit|testing|texts)\//u;

describe.each(surfaces)('the $name', ({ files, told }) => {
  const sources = projectFiles()
    .filter((file) => files.test(file) && !others.test(file))
    .map((file) => ({ file, source: parsedSource(textOf(file), file.endsWith('.svelte')) }));

  it('takes all text that users see from shared/texts', () => {
    const found = sources.flatMap(({ file, source }) =>
      shownLiterals(source, told).map((each) => `${file}: ${each}`),
    );
    expect(found).toEqual([]);
  });

  it('never joins several texts into one', () => {
    const found = sources.flatMap(({ file, source }) =>
      composedTexts(source).map((each) => `${file}: ${each}`),
    );
    expect(found).toEqual([]);
  });
});

it('a text that is joined from several texts is found', () => {
  const found = (source: string) => composedTexts(parsedSource(source, false));
  expect(found("say(`${t('a')}: ${name}`)")).toEqual(["`${t('a')}: ${name}`"]);
  expect(found("say(`${t('a')} ${t('b')}`)")).toEqual(["`${t('a')} ${t('b')}`"]);
  expect(found("say(t('a') + name)")).toEqual(["t('a') + name"]);
  expect(found("say(`${t('a')} · ${t('b')}`)")).toEqual([]);
});

describe('words that belong in the texts', () => {
  it.each([
    ['in the markup', '<p>No photos</p>', 'No photos'],
    ['in a shown attribute', '<input placeholder="Search" />', 'Search'],
    ['in an attribute with a value', '<b aria-label="Photo {name}"></b>', 'Photo'],
    ['in an expression', "<p>{done ? 'Done' : t('queue.running')}</p>", 'Done'],
    ['in a branch of an attribute', "<b title={done ? 'Done' : null}></b>", 'Done'],
    ['in a script', '<script>const text = `${name} is missing.`;</script>', '… is missing.'],
    ['in a snippet', '{#snippet row(item)}<i>Row</i>{item}{/snippet}', 'Row'],
  ])('are found %s', (_where, source, words) => {
    expect(shownLiterals(parsedSource(source, true), [])).toEqual([words]);
  });

  it.each([
    ["menu.append({ label: 'Quit' })", 'Quit'],
    ["show({ buttons: ['Cancel', text('ok')] })", 'Cancel'],
    ["tray.setToolTip('Paused')", 'Paused'],
    ['say(`Nothing was found in ${folder}`)', 'Nothing was found in …'],
  ])('are found in %s', (source, words) => {
    expect(shownLiterals(parsedSource(source, false), [])).toEqual([words]);
  });

  it('exclude classes, property names and errors for programmers', () => {
    const component = `<p class="quiet {on ? 'is on' : ''}" style="width: {w}px"><kbd>Space</kbd></p>`;
    expect(shownLiterals(parsedSource(component, true), [])).toEqual([]);
    const code = "const map = { 'PSD asked for': 1 }; throw new Error('No canvas here.');";
    expect(shownLiterals(parsedSource(code, false), [])).toEqual([]);
  });
});
