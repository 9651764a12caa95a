import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomModelCard } from '#shared/views/custom-models.ts';
import { adopted, blankNotes, noted, pageOf } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';

interface File {
  darkslideCards: number | undefined;
  service: string;
  cards: Record<string, unknown>[];
}

let window: Window;
let anna: CustomModelCard;
let loft: CustomModelCard;
const notes = {
  localName: 'Anna',
  notes: 'by e-mail only',
  tags: ['Summer'],
  expires: '2031-05-31',
  clients: ['Maison Élan'],
};
/** Opens a window with an account that has two models and a scene; `atEnd` as in `openWindow`. */
async function sitDown(atEnd?: Parameters<typeof openWindow>[1]): Promise<void> {
  window = await openWindow({}, atEnd);
  const [model] = await adopted(window, 'model', 2);
  anna = await noted(window, model, { ...notes, folders: [join(window.folder, 'lookbook')] });
  [loft] = await adopted(window, 'scene', 1);
  const pdf = join(window.folder, 'anna.pdf');
  await writeFile(pdf, 'signed');
  const { kind, id } = anna;
  anna = await window.ask('custom-models.set-release', { kind, id, path: pdf });
}

const one = ({ kind, id }: CustomModelCard) => window.ask('custom-models.one', { kind, id });
const exported = () => window.ask('custom-models.export-cards', {});
const imported = (text: string) => window.ask('custom-models.import-cards', { text });
const all = async () => [
  ...(await pageOf(window, 'model')).rows,
  ...(await pageOf(window, 'scene')).rows,
];

async function edited(edit: (file: File) => void): Promise<string> {
  const file = JSON.parse(await exported()) as File;
  edit(file);
  return JSON.stringify(file);
}

/** Returns a card with revision 0, because revisions differ after every change. */
const saidBy = (card: CustomModelCard) => ({ ...card, revision: 0 });

describe('a file of cards', () => {
  beforeEach(() => sitDown());

  it('contains all cards with the service’s ids, and changes nothing when it is imported again', async () => {
    const text = await exported();
    const file = JSON.parse(text) as File;
    expect(file).toMatchObject({ darkslideCards: 1, service: new URL(window.service.url).origin });
    expect(file.cards).toHaveLength(3);
    expect(file.cards).toContainEqual({
      kind: 'model',
      id: anna.id,
      serviceName: anna.serviceName,
      ...notes,
      folders: [join(window.folder, 'lookbook')],
      release: {
        name: 'anna.pdf',
        bytes: 6,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        path: expect.stringContaining('anna.pdf') as string,
      },
    });
    const before = await all();
    expect(await imported(`\uFEFF${text}`)).toMatchObject({ changed: 0, same: 3, unknown: [] });
    expect(await all()).toEqual(before);
  });

  it('restores cards with their release, and can be undone with the file that the import returns', async () => {
    const text = await exported();
    const { kind, id } = anna;
    await window.ask('custom-models.set-release', { kind, id, path: null });
    const other = await noted(window, await one(anna), { localName: 'Other', tags: ['Winter'] });
    await noted(window, loft, { localName: 'Loft' });
    const now = await all();

    const { before, ...counts } = await imported(text);
    expect(counts).toEqual({ changed: 2, same: 1, unknown: [] });
    expect(saidBy(await one(anna))).toEqual(saidBy(anna));
    expect(await one(loft)).toMatchObject(blankNotes);

    expect(await imported(before)).toMatchObject({ changed: 2, same: 0 });
    expect((await all()).map(saidBy)).toEqual(now.map(saidBy));
    expect(saidBy(await one(anna))).toEqual(saidBy(other));
  });

  it('lists a release whose copy is missing, until the copies are restored as well', async () => {
    const text = await exported();
    const releases = join(window.session.dataFolder, 'releases');
    await cp(releases, join(window.folder, 'kept'), { recursive: true });
    const { kind, id } = anna;
    await window.ask('custom-models.set-release', { kind, id, path: null });
    await rm(releases, { recursive: true });
    await imported(text);
    const gone = { name: 'anna.pdf', bytes: 6, isHere: false };
    expect(await one(anna)).toMatchObject({ release: gone });
    await mkdir(releases, { recursive: true });
    await cp(join(window.folder, 'kept'), releases, { recursive: true });
    expect(await one(anna)).toMatchObject({ release: { isHere: true } });
  });

  it('reports models that the account doesn’t contain, and imports the rest', async () => {
    const text = await edited(({ cards }) => {
      cards.push(
        { ...cards[0], id: 4711, localName: 'Elsewhere' },
        { ...cards[0], id: 4712, localName: null, serviceName: '' },
      );
      cards.forEach((card) => (card['notes'] = 'new'));
    });
    expect(await imported(text)).toMatchObject({ changed: 3, unknown: ['Elsewhere', '4712'] });
    expect(await one(loft)).toMatchObject({ notes: 'new' });
  });
});

describe('an invalid file of cards', () => {
  // The imports are all refused and change nothing, so the tests can share one window.
  beforeAll(() => sitDown(afterAll));

  const outside = { name: '../x', bytes: 1, sha256: 'a'.repeat(64), path: '' };
  it.each<[string, (file: File) => void, RegExp]>([
    [
      'cards of another service',
      (file) => (file.service = 'https://other.example'),
      /other\.example/,
    ],
    ['cards of the demo service', (file) => (file.service = 'demo'), /on the demo service/],
    ['a newer format', (file) => (file.darkslideCards = 2), /newer version of Darkslide/],
    [
      'a file of another program',
      (file) => (file.darkslideCards = undefined),
      /not a studio details file/,
    ],
    ['numbers instead of cards', (file) => (file.cards = [1, 2] as never), /can't be read \(0\)/],
    ['an unknown kind', ({ cards: [card] }) => (card!['kind'] = 'dog'), /\(0\.kind\)/],
    [
      'a tag that is too long',
      ({ cards: [card] }) => (card!['tags'] = ['x'.repeat(101)]),
      /0\.tags/,
    ],
    [
      'a day that does not exist',
      ({ cards: [card] }) => (card!['expires'] = '2026-02-30'),
      /2026-02-30/,
    ],
    ['a relative folder', ({ cards: [card] }) => (card!['folders'] = ['x/y']), /"x\/y"/],
    ['a duplicate card', ({ cards }) => cards.push({ ...cards[0] }), /appear twice/],
    [
      'a release with a path as its name',
      ({ cards: [card] }) => (card!['release'] = outside),
      /0\.release\.name/,
    ],
  ])('with %s is refused as a whole', async (_, edit, words) => {
    const before = await all();
    const text = await edited((file) => {
      file.cards.forEach((card) => (card['notes'] = 'new'));
      file.cards.reverse();
      edit(file);
    });
    const problem = await window.refused('custom-models.import-cards', { text });
    expect(problem.code).toBe('own-cards-invalid');
    expect(problem.message).toMatch(words);
    expect(problem.message).toContain('Nothing was changed.');
    expect(await all()).toEqual(before);
  });

  it('is refused if it is not JSON', async () => {
    for (const text of ['', '{', '[]', 'null', '"cards"']) {
      expect((await window.refused('custom-models.import-cards', { text })).code).toBe(
        'own-cards-invalid',
      );
    }
  });
});
