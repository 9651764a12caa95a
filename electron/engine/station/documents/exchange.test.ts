import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Recipe } from '#shared/recipe.ts';
import { exchanged, openStation } from '../../../../test/fixtures/document-station.ts';
import { anyRecipe, armInWindow } from '../../../../test/fixtures/fresh-ledger.ts';
import { startPostgres } from '../../../../test/fixtures/postgres.ts';
import { codeOf, recipeOf, valueOf } from '../../../../test/fixtures/values.ts';
import { systemClock } from '../../../base/clock.ts';
import { createListener, type Topic } from '../../../adapters/shared-studio/listen.ts';

const server = await startPostgres();
afterAll(() => server.close());

const inColour = (backgroundHex: string): Pick<Recipe, 'params'> => ({
  params: { maskType: 'autoSubjectSegment', backgroundHex },
});

async function twoStations() {
  const studio = await server.newStudio();
  const a = await openStation(studio, 'A');
  const b = await openStation(studio, 'B');
  a.add(anyRecipe('White'));
  await exchanged(a, b);
  expect(b.names()).toEqual(['White']);
  return { studio, a, b };
}

describe('recipes', () => {
  it('that all stations start with become one document, and changes, new names and removals reach every station', async () => {
    const { studio, a, b } = await twoStations();
    const c = await openStation(studio, 'C');
    c.add(anyRecipe('White'));
    c.add(anyRecipe('Grey'));
    await exchanged(c, a);
    b.edit('White', { name: 'Snow', ...inColour('#fafafa') });
    await exchanged(b, a, c);
    for (const station of [a, b, c]) {
      expect(station.names()).toEqual(['Grey', 'Snow']);
      expect(station.hexOf('Snow')).toBe('#fafafa');
    }
    a.remove('Grey');
    await exchanged(a, b, c);
    for (const station of [a, b, c]) {
      expect(station.names()).toEqual(['Snow']);
      expect(station.codes()).toEqual([]);
    }
    expect(await studio.sql('SELECT count(*)::integer AS n FROM documents')).toEqual([{ n: 2 }]);
  });

  it('changed at two stations at once: the first version is used, and the user can keep the other instead', async () => {
    const { a, b } = await twoStations();
    a.edit('White', inColour('#aaaaaa'));
    b.edit('White', inColour('#bbbbbb'));
    await Promise.all([a.exchange(), b.exchange()]);
    await exchanged(a, b, a);
    const [winner, loser] = a.hexOf('White') === '#aaaaaa' ? [a, b] : [b, a];
    const [used, lost] = [winner.hexOf('White'), loser === a ? '#aaaaaa' : '#bbbbbb'];
    for (const station of [a, b]) {
      expect([station.names(), station.hexOf('White')]).toEqual([['White'], used]);
    }
    expect([loser.codes(), winner.codes()]).toEqual([['shared-conflict'], []]);
    expect(winner.conflicts()).toEqual([]);
    const [conflict] = loser.conflicts();
    expect(conflict).toMatchObject({
      kind: 'recipe',
      name: 'White',
      station: winner === a ? 'A' : 'B',
      isRemoved: false,
      fields: [{ field: 'params.backgroundHex', mine: lost, theirs: used }],
    });
    expect(Math.abs((conflict?.at ?? 0) - Date.now())).toBeLessThan(600_000);
    expect(codeOf(loser.keep('mine', 99))).toBe('studio-conflict-unknown');
    valueOf(loser.keep('mine'));
    await exchanged(loser, winner);
    for (const station of [a, b]) {
      expect([station.names(), station.hexOf('White')]).toEqual([['White'], lost]);
      expect([station.conflicts(), station.codes()]).toEqual([[], []]);
    }
  });

  it('in conflict keep the version in use if the user chooses it; a removed recipe returns if the user chooses its other version', async () => {
    const { a, b } = await twoStations();
    a.edit('White', inColour('#aaaaaa'));
    b.edit('White', inColour('#bbbbbb'));
    await exchanged(a, b);
    a.edit('White', inColour('#cccccc'));
    await exchanged(a, b);
    expect(b.conflicts()[0]?.fields).toEqual([
      { field: 'params.backgroundHex', mine: '#bbbbbb', theirs: '#cccccc' },
    ]);
    valueOf(b.keep('theirs'));
    await exchanged(b, a);
    expect([b.hexOf('White'), b.conflicts()]).toEqual(['#cccccc', []]);

    b.edit('White', inColour('#dddddd'));
    a.edit('White', inColour('#eeeeee'));
    await exchanged(a, b);
    b.remove('White');
    valueOf(b.keep('mine'));
    await exchanged(b, a);
    expect([b.hexOf('White'), a.hexOf('White')]).toEqual(['#dddddd', '#dddddd']);
  });

  it('that have the same name but differ when a station joins are both kept, and the station’s hot folders keep their own', async () => {
    const { studio, a } = await twoStations();
    const c = await openStation(studio, 'C');
    armInWindow(c.ledger, { path: '/hot', outFolder: '/out' });
    c.edit('White', inColour('#cccccc'));
    await exchanged(c, a);
    for (const station of [a, c]) {
      expect(station.names()).toEqual(['White', 'White (C)']);
      expect(station.hexOf('White')).toBe('#ffffff');
      expect(station.hexOf('White (C)')).toBe('#cccccc');
    }
    const [folder] = c.ledger.hotFolders.saved();
    expect(folder?.savedRecipeId).toBe(c.ledger.savedRecipes.named('White (C)')?.id);
    expect(c.codes()).toEqual(['shared-conflict.renamed']);
  });

  it('that swap their names while a station is disconnected arrive without a conflict', async () => {
    const { a, b } = await twoStations();
    a.add({ ...anyRecipe('Black'), ...inColour('#000000') });
    await exchanged(a, b);
    a.edit('White', { name: 'Other' });
    await exchanged(a);
    a.edit('Black', { name: 'White' });
    await exchanged(a);
    a.edit('Other', { name: 'Black' });
    await exchanged(a, b);
    expect([b.hexOf('White'), b.hexOf('Black')]).toEqual(['#000000', '#ffffff']);
    expect(b.names()).toEqual(['Black', 'White']);
    expect(await a.exchange()).toEqual(await b.exchange());
    expect(a.names()).toEqual(['Black', 'White']);
  });

  it('removed at another station stay if they changed here or a hot folder runs them, and are shared again', async () => {
    const { a, b } = await twoStations();
    armInWindow(b.ledger, { path: '/hot', outFolder: '/out' });
    a.remove('White');
    await exchanged(a, b, a);
    expect(b.codes()).toEqual(['shared-conflict.kept']);
    expect(a.names()).toEqual(['White']);
    expect(b.conflicts()).toMatchObject([{ name: 'White', station: 'A', isRemoved: true }]);
    valueOf(b.keep('theirs'));
    await exchanged(b);
    expect([b.codes(), b.conflicts().length]).toEqual([['shared-conflict.used'], 1]);
    for (const { id } of b.ledger.hotFolders.saved()) b.ledger.hotFolders.remove(id);
    valueOf(b.keep('theirs'));
    await exchanged(b, a);
    expect([a.names(), b.names(), b.conflicts()]).toEqual([[], [], []]);
  });

  it('name their files by shared root, and reach a station once it has that root', async () => {
    const studio = await server.newStudio();
    const a = await openStation(studio, 'A', { shoots: '/Volumes/shoots' });
    const b = await openStation(studio, 'B');
    const mask = '/Volumes/shoots/masks/one.png';
    const params = { maskType: 'custom', backgroundHex: '#ffffff' };
    const masked = (name: string, file: string) =>
      recipeOf({ name, agent: 'removeBG', params, mask: file });
    a.add(masked('Below', mask));
    a.add(masked('Outside', '/Users/anna/one.png'));
    await exchanged(a, b);
    expect(b.names()).toEqual([]);
    expect(b.codes()).toEqual(['shared-root-missing']);
    b.own.roots = { shoots: '/mnt/nas/shoots' };
    await exchanged(b, a);
    expect(b.ledger.savedRecipes.named('Below')?.recipe.mask).toBe(
      join('/mnt/nas/shoots', 'masks/one.png'),
    );
    expect(b.names()).toEqual(['Below']);
    expect(a.names()).toEqual(['Below', 'Outside']);
  });
});

describe('a database that was restored from a backup', () => {
  it('gets again the changes made after the backup, and loses no change made after the restore', async () => {
    const { studio, a, b } = await twoStations();
    a.add(anyRecipe('Old'));
    a.add(anyRecipe('Edited'));
    await exchanged(a, b);
    const tables = ['document_versions', 'documents'];
    for (const table of tables) await studio.sql(`CREATE TABLE saved_${table} AS TABLE ${table}`);
    a.edit('White', inColour('#aaaaaa'));
    a.edit('Edited', inColour('#111111'));
    a.add(anyRecipe('New'));
    await exchanged(a);
    for (const table of tables) {
      await studio.sql(`DELETE FROM ${table}`);
      await studio.sql(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
    }
    // B, which has not exchanged documents since the backup, makes changes until the version numbers exceed those
    // that A knows
    b.edit('Edited', inColour('#222222'));
    for (const hex of ['#000001', '#000002', '#000003']) {
      b.edit('Old', inColour(hex));
      await exchanged(b);
    }
    await exchanged(a, b, a);
    for (const station of [a, b]) {
      expect(station.names()).toEqual(['Edited', 'New', 'Old', 'White']);
      expect(station.hexOf('White')).toBe('#aaaaaa');
      expect(station.hexOf('Old')).toBe('#000003');
      expect(station.hexOf('Edited')).toBe('#222222');
    }
    expect(a.conflicts()[0]?.fields).toMatchObject([{ mine: '#111111', theirs: '#222222' }]);
  });
});

describe('a station that was disconnected', () => {
  it('keeps its changes while the database is unreachable, and then catches up with hundreds of changes', async () => {
    const { studio, a, b } = await twoStations();
    b.edit('White', inColour('#bbbbbb'));
    await server.stop();
    expect(codeOf(await b.exchange())).toBe('studio-unreachable');
    await server.start();
    a.ledger.transaction(() => {
      for (let at = 0; at < 205; at += 1) a.add(anyRecipe(`Recipe ${at}`));
    });
    const until = Date.now() + 3_600_000;
    await studio.sql('UPDATE stations SET lease_until = to_timestamp($1)', [until / 1000]);
    await exchanged(a, b, a);
    expect(b.names()).toHaveLength(206);
    expect(a.hexOf('White')).toBe('#bbbbbb');
  });

  it('writes nothing without its lease', async () => {
    const { studio, a } = await twoStations();
    a.edit('White', inColour('#aaaaaa'));
    await studio.sql(`UPDATE stations SET lease_until = now() - interval '1 s'`);
    expect(codeOf(await a.exchange())).toBe('station-lease-lost');
    expect(await studio.sql('SELECT max(version) AS version FROM documents')).toEqual([
      { version: '1' },
    ]);
  });
});

it('invalid documents of a hostile station are ignored, and all others still arrive', async () => {
  const studio = await server.newStudio();
  const hostile = await openStation(studio, 'A');
  const b = await openStation(studio, 'B', { shoots: '/mnt/shoots' });
  const x = anyRecipe('x');
  const masked = { ...x, params: { maskType: 'custom', backgroundHex: '#ffffff' } };
  const contents = {
    'not JSON': '{',
    'no recipe': '[1]',
    'another agent': JSON.stringify({ ...x, agent: 'rm' }),
    'a file of this station': JSON.stringify({ ...masked, mask: '/etc/passwd' }),
    'out of its root': JSON.stringify({ ...masked, mask: { root: 'shoots', path: '../a.png' } }),
  };
  for (const [subject, content] of Object.entries(contents)) {
    const draft = { kind: 'recipe', key: randomUUID(), subject, base: 0, content };
    const put = await hostile.shared.documents.put(draft, hostile.lease);
    expect(valueOf(put).kind).toBe('saved');
  }
  hostile.add(anyRecipe('White'));
  await exchanged(hostile, b);
  expect(b.names()).toEqual(['White']);
  const refused = Array.from({ length: 4 }, () => 'shared-document');
  expect(b.codes()).toEqual([...refused, 'shared-root-missing']);
});

it('a station is notified of a change immediately, even after the database has restarted', async () => {
  const { a, b } = await twoStations();
  const heard: (Topic | null)[] = [];
  const listener = createListener({
    access: b.access,
    clock: systemClock,
    onChange: (topic) => heard.push(topic),
  });
  const stopping = new AbortController();
  const ended = listener.listen(stopping.signal);
  await expect.poll(() => heard).toEqual([null]);
  a.edit('White', inColour('#aaaaaa'));
  valueOf(await a.exchange());
  await expect.poll(() => heard).toEqual([null, 'documents']);
  await server.stop();
  await expect.poll(listener.isConnected).toBe(false);
  await server.start();
  await expect.poll(listener.isConnected).toBe(true);
  stopping.abort();
  await ended;
  expect(heard).toEqual([null, 'documents', null]);
});
