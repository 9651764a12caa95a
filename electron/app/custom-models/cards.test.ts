import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { localDay } from '#shared/day.ts';
import type { CustomModelCard, CustomModelNotes } from '#shared/views/custom-models.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { adopted, blankNotes, noted, pageOf } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { takeGiven } from '../retouch/given-photos.ts';

const never = new AbortController().signal;
const DAY = 24 * 3_600_000;

let window: Window;
let anna: CustomModelCard;
let its: Pick<CustomModelCard, 'kind' | 'id'>;
beforeEach(async () => {
  window = await openWindow();
  [anna] = await adopted(window, 'model', 1);
  its = { kind: anna.kind, id: anna.id };
});

const now = () => window.ask('custom-models.one', its);
/** Tries to save the card based on its first revision, like a window that has missed later changes. */
const notSaved = (notes: Partial<CustomModelNotes>) =>
  window.refused('custom-models.save-card', {
    ...its,
    revision: anna.revision,
    notes: { ...blankNotes, ...notes },
  });

describe('a card', () => {
  it('starts with the service’s data and without notes', () => {
    expect(anna).toMatchObject({
      ...blankNotes,
      kind: 'model',
      name: anna.serviceName,
      status: 'complete',
      presence: 'there',
      isMadeHere: false,
      hasCover: true,
      release: null,
      releaseStatus: 'none',
      problem: null,
    });
  });

  it('keeps its trimmed notes after a restart, and can be found by them', async () => {
    const saved = await noted(window, anna, {
      localName: '  Anna  (blonde)\n',
      notes: ' by e-mail only ',
      tags: ['Summer', ' summer ', '', 'E-commerce'],
      expires: localDay(Date.now() + 10 * DAY),
      clients: [' Maison  Élan '],
      folders: [join(window.folder, 'lookbook', '..', 'lookbook'), join(window.folder, 'lookbook')],
    });
    const clients = ['Maison Élan'];
    expect(saved).toMatchObject({
      name: 'Anna (blonde)',
      localName: 'Anna (blonde)',
      serviceName: anna.serviceName,
      notes: 'by e-mail only',
      tags: ['Summer', 'E-commerce'],
      clients,
      folders: [join(window.folder, 'lookbook')],
      releaseStatus: 'ends',
      revision: anna.revision + 1,
    });
    window = await window.restart();
    const { rows, ...page } = await pageOf(window, 'model', { text: 'blonde elan' });
    expect(page).toMatchObject({ total: 1, tags: ['E-commerce', 'Summer'], clients });
    expect(rows).toEqual([saved]);
    expect(await noted(window, saved, {})).toMatchObject({ ...blankNotes, name: anna.serviceName });
  });

  it.each([
    ['expires', { expires: '2026-02-29' }, '2026-02-29'],
    ['folders', { folders: ['lookbook'] }, 'lookbook'],
    ['clients', { clients: ['Maison', 'A/B'] }, 'A/B'],
  ] as const)(
    'with an invalid %s is refused, and the problem names the field',
    async (parameter, notes, about) => {
      const refused = { code: 'request-invalid', parameter, about };
      expect(await notSaved(notes as Partial<CustomModelNotes>)).toMatchObject(refused);
      expect(await now()).toEqual(anna);
    },
  );

  it('is not overwritten if it was changed elsewhere in the meantime', async () => {
    const saved = await noted(window, anna, { localName: 'Anna' });
    expect((await notSaved({ localName: 'Bea' })).code).toBe('edited-elsewhere');
    expect(await now()).toEqual(saved);
  });

  it('of an unknown model is refused', async () => {
    const none = { kind: 'scene', id: anna.id } as const;
    const notes = blankNotes;
    for (const problem of [
      await window.refused('custom-models.one', none),
      await window.refused('custom-models.save-card', { ...none, revision: 0, notes }),
      await window.refused('custom-models.set-release', { ...none, path: null }),
    ]) {
      expect(problem.code).toBe('own-unknown');
    }
  });

  it('notifies its page, the pickers and the hot folders of changes', async () => {
    const before = window.changes.length;
    await noted(window, anna, { localName: 'Anna' });
    const parts = () => window.changes.slice(before).flatMap((change) => change.parts);
    await expect
      .poll(parts)
      .toEqual(expect.arrayContaining(['custom-models', 'templates', 'folders']));
  });
});

describe('a release file', () => {
  const pdf = () => join(window.folder, 'mine', 'Release Anna 2026.pdf');
  beforeEach(async () => {
    await mkdir(join(window.folder, 'mine'));
    await writeFile(pdf(), 'signed');
  });

  const set = (path: string | null) => window.ask('custom-models.set-release', { ...its, path });
  const refused = (path: string) => window.refused('custom-models.set-release', { ...its, path });
  const notShown = async () => (await window.refused('host.reveal', { release: its })).code;
  const release = { name: 'Release Anna 2026.pdf', bytes: 6, isHere: true };

  it('is copied, is shown, and stays when the original is removed', async () => {
    const saved = await set(pdf());
    expect(saved).toMatchObject({ release, revision: anna.revision + 1 });
    await rm(pdf());
    window = await window.restart();
    expect(await now()).toEqual(saved);
    await window.ask('host.reveal', { release: its });
    const [copy = ''] = window.revealed;
    expect(await readFile(copy, 'utf8')).toBe('signed');
    expect(copy.startsWith(join(window.session.dataFolder, 'releases'))).toBe(true);

    await rm(copy);
    expect(await now()).toMatchObject({ release: { ...release, isHere: false } });
    expect(await notShown()).toBe('file-missing');
  });

  it('is removed from the card, and can be restored', async () => {
    await set(pdf());
    expect(await set(null)).toMatchObject({ release: null });
    expect(await notShown()).toBe('file-missing');
    expect(await set(pdf())).toMatchObject({ release });
  });

  it('sent as content is stored first, and then linked to the card', async () => {
    const file = { name: release.name, content: Readable.from([Buffer.from('signed')]) };
    const given = valueOf(await takeGiven(window.session, file, 'release', never));
    if (!('path' in given)) throw new Error('The file was not stored.');
    expect(await set(given.path)).toMatchObject({ release });
  });

  it('that can’t be stored leaves the card unchanged', async () => {
    const saved = await set(pdf());
    const mine = (name: string) => join(window.folder, 'mine', name);
    await writeFile(mine('empty.pdf'), '');
    await writeFile(mine('large.pdf'), '');
    await truncate(mine('large.pdf'), 50_000_001);
    for (const [name, words] of [
      ['gone.pdf', 'no longer exists'],
      ['', 'is not a file'],
      ['empty.pdf', 'is empty'],
      ['large.pdf', 'is larger than 50 MB'],
    ] as const) {
      const { code, message } = await refused(mine(name));
      expect([name, code]).toEqual([name, 'own-release-file']);
      expect(message).toContain(words);
    }
    expect((await refused('mine.pdf')).code).toBe('path-relative');
    expect(await now()).toEqual(saved);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is not read', async () => {
    const pipe = join(window.folder, 'mine', 'pipe.pdf');
    execFileSync('mkfifo', [pipe]);
    expect((await refused(pipe)).message).toContain('is not a file');
  });
});
