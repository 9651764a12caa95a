import { execFile } from 'node:child_process';
import { appendFile, chmod, readFile, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import type { Problem } from '#shared/problem.ts';
import type { Mark } from '#shared/views/retouch.ts';
import { openIn } from '../../../test/fixtures/fresh-ledger.ts';
import { openBench } from '../../../test/fixtures/delivering.ts';
import { patches, storedPixels } from '../../../test/fixtures/pictures.ts';
import { fillLibrary } from '../../../test/fixtures/library.ts';
import { systemClock } from '../../base/clock.ts';
import { sha256File } from '../../base/files.ts';
import { resultFindings } from '../../app/check/files.ts';
import { startNode } from '../images/start-node.ts';
import type { OpenLedger } from '../ledger/open.ts';
import { superviseMarks } from './mark-supervisor.ts';
import { createMarkWriter } from './mark-writer.ts';
import { createMarker } from './metadata.ts';

const { reader, images } = await openBench('marking');
const marker = createMarker({ startHelper: startNode, clock: systemClock });
const { signal } = new AbortController();
let folder: string;
let ledger: OpenLedger;
let ids: readonly number[];
let problems: Problem[];
/** Files that were rewritten. */
let rated: string[];
let isWanted = true;

afterAll(() => marker.close());
beforeEach(async () => {
  folder = await ownFolder('marks');
  await fillLibrary(folder, 5, { size: { width: 80, height: 120 } });
  ledger = openIn(folder);
  ids = ledger.library.page({}, 'newest', 0, 10).ids;
  [problems, rated, isWanted] = [[], [], true];
});
afterEach(async () => {
  ledger.close();
});

const hear = (problem: Problem) => void problems.push(problem);
const parts = () => ({
  ledger,
  marker: {
    rate: (request: Parameters<typeof marker.rate>[0]) => {
      rated.push(request.from);
      return marker.rate(request);
    },
  },
  check: images.check,
  clock: systemClock,
  random: Math.random,
  owner: 'a data folder',
  isWanted: () => isWanted,
});
const writer = () => createMarkWriter(parts(), hear);
const fileOf = (id: number) => ledger.results.get(id)?.delivered?.file ?? '';
const nth = (n: number) => ids[n] ?? 0;

function mark(id: number, change: Partial<Mark>): void {
  ledger.marks.set([id], change);
  ledger.writtenMarks.want([id]);
}

/** Returns what other programs read from a file. */
async function told(file: string) {
  const tags: Readonly<Record<string, unknown>> = {
    ...(await reader.readRaw(file, { readArgs: ['-G1', '-XMP:all', '-EXIF:all'] })),
  };
  return {
    rating: tags['XMP-xmp:Rating'],
    pick: tags['XMP-xmpDM:Pick'],
    good: tags['XMP-xmpDM:Good'],
    label: tags['XMP-xmp:Label'],
    make: tags['IFD0:Make'],
  };
}

/** Checks that a full verification finds no problem, and that no unfinished file is left. */
async function expectWhole(): Promise<void> {
  expect((await resultFindings(ledger, true, signal)).findings).toEqual([]);
  const names = await readdir(folder);
  expect(names.filter((name) => name.includes('darkslide-part'))).toEqual([]);
}

/** Delivers this picture as the result. */
async function deliver(id: number, format: 'jpeg' | 'png' | 'webp' | 'tiff'): Promise<string> {
  const file = join(folder, `delivered.${format}`);
  await patches(240, 160).withIccProfile('p3').toFormat(format).toFile(file);
  await reader.write(file, { 'XMP-xmp:Label': 'Green', 'IFD0:Make': 'Nikon' } as never, {
    writeArgs: ['-overwrite_original'],
  });
  const [sha256, { size }] = [await sha256File(file), await stat(file)];
  ledger.results.delivered(id, { file, sha256, bytes: size, width: 240, height: 160 });
  return file;
}

describe('a mark', () => {
  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)(
    'is written into a %s whose pixels stay identical',
    async (format) => {
      const file = await deliver(nth(0), format);
      const [before, delivered] = [await storedPixels(file), await sha256File(file)];
      const rest = { label: 'Green', make: 'Nikon' };

      mark(nth(0), { pick: 1, stars: 4 });
      await writer().writeAll(signal);
      expect(await told(file)).toEqual({ rating: 4, pick: 1, good: true, ...rest });
      mark(nth(0), { pick: -1 });
      await writer().writeAll(signal);
      expect(await told(file)).toEqual({ rating: -1, pick: -1, good: false, ...rest });
      mark(nth(0), { pick: 0 });
      await writer().writeAll(signal);
      expect(await told(file)).toEqual({ rating: 4, pick: 0, good: undefined, ...rest });

      const after = await storedPixels(file);
      expect(after.data.equals(before.data)).toBe(true);
      expect((await sharp(file).metadata()).icc).toBeDefined();
      const known = ledger.results.get(nth(0))?.delivered;
      expect(known).toMatchObject({
        sha256: await sha256File(file),
        bytes: (await stat(file)).size,
      });
      expect(ledger.writtenMarks.pixelsOf(nth(0))).toBe(delivered);
      expect(ledger.writtenMarks.counts()).toEqual({ waiting: 0, untold: 0 });
      expect(problems).toEqual([]);
      await expectWhole();
    },
  );

  it('is written once after several changes in a row, and not at all if it is undone', async () => {
    const ending = new AbortController();
    const supervisor = superviseMarks(
      parts(),
      hear,
      (error) => expect.fail(String(error)),
      ending.signal,
    );
    for (const stars of [1, 2, 5]) {
      mark(nth(0), { stars });
      supervisor.wake();
    }
    mark(nth(1), { pick: 1 });
    mark(nth(1), { pick: 0 });
    supervisor.wake();
    expect(ledger.writtenMarks.counts().waiting).toBe(2);
    await vi.waitUntil(() => ledger.writtenMarks.counts().waiting === 0, 55_000);
    mark(nth(2), { stars: 3 });
    supervisor.wake();
    await vi.waitUntil(() => ledger.writtenMarks.counts().waiting === 0, 55_000);
    ending.abort();
    await supervisor.ended();
    expect(rated).toEqual([fileOf(nth(0)), fileOf(nth(2))]);
    expect(await told(fileOf(nth(0)))).toMatchObject({ rating: 5 });
    await expectWhole();
  });

  it('that changes while its file is written is written again', async () => {
    mark(nth(0), { stars: 1 });
    const rate: typeof marker.rate = async (request) => {
      const done = await parts().marker.rate(request);
      if (rated.length === 1) mark(nth(0), { stars: 2 });
      return done;
    };
    await createMarkWriter({ ...parts(), marker: { rate } }, hear).writeAll(signal);
    expect(rated).toHaveLength(2);
    expect(await told(fileOf(nth(0)))).toMatchObject({ rating: 2 });
  });

  it('is not written while writing marks is turned off, and is written after it is turned on', async () => {
    isWanted = false;
    mark(nth(0), { stars: 1 });
    ledger.marks.set([nth(1)], { pick: 1 });
    await writer().writeAll(signal);
    expect(rated).toEqual([]);
    expect(ledger.writtenMarks.counts()).toEqual({ waiting: 1, untold: 1 });
    isWanted = true;
    ledger.writtenMarks.wantAll();
    await writer().writeAll(signal);
    expect(ledger.writtenMarks.counts()).toEqual({ waiting: 0, untold: 0 });
    expect(await told(fileOf(nth(1)))).toMatchObject({ rating: 0, pick: 1 });
  });
});

describe('a file is left unchanged', () => {
  const spoil: readonly (readonly [string, (file: string) => Promise<unknown>, RegExp])[] = [
    ['that another program has changed', (file) => appendFile(file, 'x'), /another program/],
    ['that is gone', (file) => unlink(file), /not where it was delivered/],
    ['that is read-only', (file) => chmod(file, 0o444), /read-only/],
    [
      'that is used as a photo',
      async (file) => ledger.photos.know({ sha256: await sha256File(file), bytes: 1 }),
      /never changes source photos/,
    ],
  ];
  it.each(spoil)(
    '%s; the reason is reported once, and the other marks are written',
    async (_what, act, words) => {
      for (const n of [0, 1]) await act(fileOf(nth(n)));
      const before = await readFile(fileOf(nth(0))).catch(() => null);
      for (const id of ids) mark(id, { stars: 3 });
      const one = writer();
      await one.writeAll(signal);
      expect(await readFile(fileOf(nth(0))).catch(() => null)).toEqual(before);
      expect(ledger.writtenMarks.counts()).toEqual({ waiting: 0, untold: 2 });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ code: 'marks-not-written' });
      expect(problems[0]?.message).toMatch(words);
      expect(await told(fileOf(nth(2)))).toMatchObject({ rating: 3 });
      expect(ledger.marks.of([nth(0)]).get(nth(0))).toEqual({ pick: 0, stars: 3 });
      ledger.writtenMarks.wantAll();
      await one.writeAll(signal);
      expect(problems).toHaveLength(1);
    },
  );
});

describe('a killed program', () => {
  const script = fileURLToPath(new URL('../../../test/delivery/mark-death.ts', import.meta.url));
  const live = (commit: string, at: string) =>
    new Promise<{ readonly killedBy: NodeJS.Signals | null; readonly said: string }>((resolve) => {
      const child = execFile(process.execPath, [script, folder, commit, at], (error, ...said) =>
        resolve({ killedBy: error?.signal ?? null, said: said.join('') }),
      );
      onTestFinished(() => void child.kill('SIGKILL'));
    });

  it.each([
    ['begin', 'before'],
    ['begin', 'after'],
    ['replaced', 'before'],
    ['replaced', 'after'],
  ])(
    'F68 (at the step "%s", %s its commit) recognises the file after a restart, and writes its mark',
    async (commit, at) => {
      mark(nth(0), { stars: 4 });
      const [file, original] = [fileOf(nth(0)), await readFile(fileOf(nth(0)))];
      ledger.close();
      expect(await live(commit, at)).toEqual({ killedBy: 'SIGKILL', said: '' });
      ledger = openIn(folder);
      expect((await resultFindings(ledger, true, signal)).findings).toEqual([]);
      const isReplaced = !(await readFile(file)).equals(original);
      expect(isReplaced).toBe(commit === 'replaced');

      // a write that has begun is completed, even if writing marks has been turned off in the
      // meantime
      isWanted = false;
      await writer().recover(signal);
      expect(ledger.writtenMarks.targetOf(nth(0))).toBeUndefined();
      expect(ledger.results.get(nth(0))?.delivered?.sha256).toBe(await sha256File(file));
      isWanted = true;
      await writer().recover(signal);
      await writer().writeAll(signal);
      expect(await told(file)).toMatchObject({ rating: 4 });
      expect(problems).toEqual([]);
      await expectWhole();
    },
  );
});
