import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { copyRelease } from '#electron/app/custom-models/release.ts';
import {
  exchanged,
  openStation,
  type DocumentStation,
} from '../../../../test/fixtures/document-station.ts';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { codeOf, recipeOf, valueOf } from '../../../../test/fixtures/values.ts';
import { checkPermitted } from '../../queue/permit.ts';

const server = await sharedPostgres();

const empty: CustomModelNotes = {
  localName: null,
  notes: '',
  tags: [],
  expires: null,
  clients: [],
  folders: [],
};

/** Records that the account has the models with these ids. */
function list({ ledger }: DocumentStation, ...ids: number[]): void {
  const model = { cover: '', images: null, status: 'complete' as const };
  const those = ids.map((id) => ({ ...model, id, name: `Model ${id}` }));
  ledger.customModels.told('model', those, false);
}

const withModel = {
  agent: 'aimodel',
  params: { generatedContent: 'freeCreation', maskType: 'autoSubjectSegment', locationId: 1001 },
} as const;

const cardOf = ({ ledger }: DocumentStation, id = 7) => {
  const row = ledger.customModels.get('model', id);
  if (row === undefined) throw new Error(`no model ${id}`);
  return row;
};

function write(station: DocumentStation, notes: Partial<CustomModelNotes>, id = 7): void {
  const { revision, localName, notes: text, tags, expires, clients, folders } = cardOf(station, id);
  const before = { localName, notes: text, tags, expires, clients, folders };
  station.ledger.customModels.saveNotes('model', id, revision, { ...before, ...notes });
}

async function stations(a = {}, b = {}) {
  const studio = await server.newStudio();
  return { studio, a: await openStation(studio, 'A', a), b: await openStation(studio, 'B', b) };
}

describe('prices', () => {
  const at = (amount: number) => ({
    currency: 'EUR',
    perImage: [{ agent: 'removeBG', version: null, amount }],
    taxNote: '',
  });

  it('set at one station apply to all, and the user chooses between prices that two stations have set', async () => {
    const { studio, a, b } = await stations();
    a.own.prices = at(20);
    await exchanged(a, b);
    expect(b.own.prices).toEqual(at(20));
    a.own.prices = at(21);
    await exchanged(b, a, b);
    expect([b.own.prices, b.codes()]).toEqual([at(21), []]);

    // a station that joins has other prices
    const c = await openStation(studio, 'C');
    c.own.prices = at(30);
    await exchanged(c);
    expect([c.own.prices, c.codes()]).toEqual([at(21), ['shared-conflict']]);
    expect(c.conflicts()).toMatchObject([{ kind: 'prices', station: 'A' }]);
    expect(c.conflicts()[0]?.fields).toEqual([
      { field: 'perImage', mine: 'removeBG 30', theirs: 'removeBG 21' },
    ]);
    valueOf(c.keep('mine'));
    await exchanged(c, a, b);
    for (const station of [a, b, c]) expect(station.own.prices).toEqual(at(30));
  });

  it('written by a hostile station are used only if they are valid', async () => {
    const { a, b } = await stations();
    const put = (prices: object, base = 0, key = randomUUID()) =>
      a.shared.documents.put(
        { kind: 'prices', key, subject: randomUUID(), base, content: JSON.stringify(prices) },
        a.lease,
      );
    valueOf(await put({ ...at(20), perImage: [{ agent: 'rm', version: null, amount: 1 }] }));
    valueOf(await put(at(-1)));
    valueOf(await put({ ...at(1), taxNote: 'x'.repeat(60_000) }));
    await exchanged(b);
    expect(b.own.prices.perImage).toEqual([]);
    expect(new Set(b.codes())).toEqual(new Set(['shared-document']));
    await expect(put({ ...at(1), taxNote: 'x'.repeat(100_001) })).rejects.toThrow('document_sizes');
  });
});

describe('cards of custom models', () => {
  it('reach every station whose account has the model, and name folders by shared root', async () => {
    const { a, b } = await stations({ shoots: '/Volumes/shoots' }, { shoots: '/mnt/shoots' });
    list(a, 7, 8);
    write(a, { localName: 'Anna', expires: '2027-01-31', folders: ['/Volumes/shoots/acme'] });
    write(a, { clients: ['Acme'], folders: ['/Users/anna'] }, 8);
    await exchanged(a, b);
    expect(b.codes()).toEqual([]);
    list(b, 7, 8);
    await exchanged(b);
    const folders = [join('/mnt/shoots', 'acme')];
    expect(cardOf(b)).toMatchObject({ localName: 'Anna', expires: '2027-01-31', folders });
    // without its folder, the card would allow every photo
    expect(cardOf(b, 8)).toMatchObject(empty);
    write(b, { notes: 'Agency X' });
    await exchanged(b, a);
    expect(cardOf(a)).toMatchObject({ localName: 'Anna', notes: 'Agency X' });
    a.ledger.customModels.deleted('model', 7);
    await exchanged(a, b);
    expect(cardOf(b)).toMatchObject({ localName: 'Anna', notes: 'Agency X' });
    expect([a.codes(), b.codes()]).toEqual([[], []]);
  });

  it('also hold at a station that cannot use them, because it lacks the model or a shared folder', async () => {
    const { a, b } = await stations({ acme: '/Volumes/acme', shoots: '/s' }, { shoots: '/s' });
    const codeFor = (id: number, source = '/s/a.jpg') => {
      const recipe = recipeOf(withModel);
      const params = { ...recipe.params, fashionModelId: id };
      const job = { recipe: { ...recipe, params }, name: 'a.jpg', source };
      const clock = { wall: () => Date.now() };
      return codeOf(checkPermitted({ ledger: b.ledger, clock }, { ...job, hotFolderId: null }));
    };
    list(a, 7, 8, 9);
    list(b, 8);
    write(a, { expires: '2020-01-31' });
    write(a, { folders: ['/Volumes/acme'], clients: ['Acme'] }, 8);
    write(a, { notes: 'Agency X' }, 9);
    await exchanged(a, b);
    expect([codeFor(7), codeFor(8), codeFor(9)]).toEqual([
      'own-release-over',
      'own-not-allowed',
      null,
    ]);
    expect(codeFor(8, '/s/Acme/a.jpg')).toBeNull();
    b.own.roots = { acme: '/mnt/acme', shoots: '/s' };
    await exchanged(b);
    expect([codeFor(8), codeFor(8, '/mnt/acme/a.jpg')]).toEqual(['own-not-allowed', null]);
    write(a, { expires: null });
    await exchanged(a, b);
    expect(codeFor(7)).toBeNull();
  });

  it('changed at two stations are a conflict, and a card that cannot be shared is not replaced', async () => {
    const { a, b } = await stations();
    list(a, 7, 8);
    list(b, 7, 8);
    write(a, { expires: '2027-01-31' });
    write(b, { expires: '2027-03-31' });
    write(a, { notes: 'A' }, 8);
    write(b, { notes: 'B', folders: ['/private'] }, 8);
    await exchanged(a, b);
    expect(cardOf(b)).toMatchObject({ expires: '2027-01-31' });
    expect(cardOf(b, 8)).toMatchObject({ notes: 'B', folders: ['/private'] });
    expect(new Set(b.codes())).toEqual(new Set(['folder-not-shared.card', 'shared-conflict']));
    expect(b.conflicts()).toMatchObject([
      { kind: 'card', fields: [{ field: 'expires', mine: '2027-03-31', theirs: '2027-01-31' }] },
    ]);
    valueOf(b.keep('mine'));
    await exchanged(b, a);
    expect(cardOf(a)).toMatchObject({ expires: '2027-03-31' });
  });

  it('exchange their release files through a shared folder, but not a file that was replaced there', async () => {
    const root = await ownFolder('releases');
    const { a, b } = await stations({ releases: root }, { releases: root });
    list(a, 7, 8);
    list(b, 7, 8);
    const file = join(await ownFolder('releases'), 'release.pdf');
    for (const id of [7, 8]) {
      await writeFile(file, `signed ${id}`);
      const place = { dataFolder: dirname(a.releases) };
      const kept = await copyRelease(place, file, new AbortController().signal);
      a.ledger.customModels.setRelease('model', id, valueOf(kept));
    }
    await exchanged(a);
    const [seven, eight] = [7, 8].map((id) => cardOf(a, id).release?.sha256 ?? '');
    await writeFile(join(root, eight ?? '', 'release.pdf'), 'forged 8');
    await exchanged(b);
    expect(cardOf(b).release).toMatchObject({ sha256: seven, name: 'release.pdf', bytes: 8 });
    const pathOf = (sha256 = '') => join(b.releases, sha256, 'release.pdf');
    expect(await readFile(pathOf(seven), 'utf8')).toBe('signed 7');
    await expect(readFile(pathOf(eight))).rejects.toThrow('ENOENT');
  });

  it('written by a hostile station are checked like a file from outside', async () => {
    const outside = await ownFolder('releases');
    const { a, b } = await stations({}, { releases: outside });
    list(b, 7);
    const card = { kind: 'model', id: 7, ...empty, release: null };
    const release = { sha256: 'a'.repeat(64), name: 'a.pdf', bytes: 9 };
    const hostile = [
      { ...card, id: 1.5 },
      { ...card, release: { ...release, sha256: '../../x' } },
      { ...card, release: { ...release, name: '../x' } },
      { ...card, release: { ...release, bytes: 50_000_001 } },
      { ...card, folders: ['/etc'] },
      { ...card, folders: [{ root: 'releases', path: '../x' }] },
      { ...card, expires: 'never' },
      { ...card, notes: 'x'.repeat(5001) },
      { ...card, clients: ['a/b'] },
    ];
    for (const content of hostile) {
      const draft = { kind: 'custom-model', key: randomUUID(), subject: randomUUID(), base: 0 };
      const put = { ...draft, content: JSON.stringify(content) };
      expect(valueOf(await a.shared.documents.put(put, a.lease)).kind).toBe('saved');
    }
    await mkdir(join(outside, 'x'));
    await exchanged(b);
    expect(cardOf(b)).toMatchObject({ ...empty, release: null });
    expect(new Set(b.codes())).toEqual(new Set(['shared-document', 'shared-root-missing']));
  });
});
