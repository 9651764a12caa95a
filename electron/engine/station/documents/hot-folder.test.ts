import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  exchanged,
  openStation,
  type DocumentStation,
} from '../../../../test/fixtures/document-station.ts';
import { anyRecipe } from '../../../../test/fixtures/fresh-ledger.ts';
import { plainFolder } from '../../../../test/fixtures/hot-folder.ts';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { uncheckedFolder } from '../../../../test/fixtures/permitted.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import type { HotFolder } from '../../../adapters/ledger/hot-folders.ts';

const server = await sharedPostgres();

/** Adds a hot folder below a root with the recipe "White". */
function addFolder({ ledger }: DocumentStation, root: string, isShared: boolean): HotFolder {
  const recipe = anyRecipe();
  const { id } = ledger.savedRecipes.named('White') ?? ledger.savedRecipes.add(recipe);
  const recipeId = ledger.jobs.recipe(recipe, 'White');
  const paths = { path: join(root, 'shoot'), outFolder: join(root, 'results') };
  const settings = uncheckedFolder({ ...plainFolder, ...paths, recipeId, isShared });
  return ledger.hotFolders.add(settings, id, 'process');
}

function editFolder({ ledger }: DocumentStation, change: Partial<HotFolder>): void {
  const [folder] = ledger.hotFolders.saved();
  if (folder === undefined) throw new Error('There is no hot folder.');
  const settings = uncheckedFolder({ ...folder, ...change });
  ledger.hotFolders.change(folder.id, folder.revision, settings, folder.savedRecipeId ?? 0);
}

/** Opens two stations that reach the same disk at different paths. */
async function twoStations() {
  const studio = await server.newStudio();
  const folder = await ownFolder('roots');
  const roots = { a: join(folder, 'Volumes'), b: join(folder, 'mnt') };
  for (const root of Object.values(roots)) {
    for (const name of ['shoot', 'results']) await mkdir(join(root, name), { recursive: true });
  }
  const a = await openStation(studio, 'A', { shoots: roots.a });
  const b = await openStation(studio, 'B', { shoots: roots.b });
  return { a, b, roots };
}

const foldersOf = ({ ledger }: DocumentStation) => ledger.hotFolders.saved();

describe('a hot folder', () => {
  it('is shared only if the user wants that, with its paths, recipe, settings and pauses', async () => {
    const { a, b, roots } = await twoStations();
    const { id } = addFolder(a, roots.a, false);
    await exchanged(a, b);
    expect(foldersOf(b)).toEqual([]);
    editFolder(a, { isShared: true, imagesPerDay: 50, client: 'Maison Élan' });
    await exchanged(a, b);
    expect(foldersOf(b)).toMatchObject([
      {
        path: join(roots.b, 'shoot'),
        outFolder: join(roots.b, 'results'),
        imagesPerDay: 50,
        client: 'Maison Élan',
        savedRecipeId: b.ledger.savedRecipes.named('White')?.id,
        isShared: true,
        armed: true,
      },
    ]);
    const key = a.ledger.sharedDocuments.keyOf('hot-folder', id);
    expect(b.ledger.sharedDocuments.localIdOf('hot-folder', key ?? '')).toBe(foldersOf(b)[0]?.id);
    b.ledger.hotFolders.arm(foldersOf(b)[0]?.id ?? 0, false);
    await exchanged(b, a);
    expect(foldersOf(a)).toMatchObject([{ id, armed: false }]);
    editFolder(a, { isShared: false });
    await exchanged(a, b);
    expect(foldersOf(a)).toHaveLength(1);
    expect(foldersOf(b)).toEqual([]);
    expect([a.codes(), b.codes()]).toEqual([[], []]);
  });

  it('changed at two stations at once gets the settings of one of them, and the other station reports the conflict', async () => {
    const { a, b, roots } = await twoStations();
    addFolder(a, roots.a, true);
    await exchanged(a, b);
    editFolder(a, { imagesPerDay: 10 });
    editFolder(b, { imagesPerDay: 20 });
    await exchanged(a, b, a);
    expect([foldersOf(a), foldersOf(b)]).toMatchObject([
      [{ imagesPerDay: 10 }],
      [{ imagesPerDay: 10 }],
    ]);
    expect([a.codes(), b.codes()]).toEqual([[], ['shared-conflict']]);
    expect(b.conflicts()).toMatchObject([
      { kind: 'folder', fields: [{ field: 'imagesPerDay', mine: 20, theirs: 10 }] },
    ]);
    valueOf(b.keep('mine'));
    await exchanged(b, a);
    expect([foldersOf(a), b.conflicts()]).toMatchObject([[{ imagesPerDay: 20 }], []]);
  });

  it('is not used if a link leads out of the shared folder', async () => {
    const { a, b, roots } = await twoStations();
    const pictures = await ownFolder('pictures');
    await rm(join(roots.b, 'shoot'), { recursive: true });
    await symlink(pictures, join(roots.b, 'shoot'));
    addFolder(a, roots.a, true);
    await exchanged(a, b);
    expect(foldersOf(b)).toEqual([]);
    expect(b.codes()).toContain('shared-root-missing.link');
  });

  it('does not replace a hot folder of this station alone, until the user shares that one and chooses', async () => {
    const { a, b, roots } = await twoStations();
    addFolder(a, roots.a, true);
    const { id } = addFolder(b, roots.b, false);
    editFolder(b, { imagesPerDay: 20, armed: false });
    b.ledger.hotFolders.arm(id, false);
    await exchanged(a, b);
    expect(foldersOf(b)).toMatchObject([{ id, isShared: false, imagesPerDay: 20, armed: false }]);
    expect(b.codes()).toEqual(['folder-in-folder.private']);
    editFolder(b, { isShared: true });
    await exchanged(b);
    expect(foldersOf(b)).toMatchObject([{ id, isShared: true, imagesPerDay: null, armed: true }]);
    expect(b.conflicts()).toMatchObject([{ kind: 'folder' }]);
    valueOf(b.keep('mine'));
    await exchanged(b, a);
    expect(foldersOf(a)).toMatchObject([{ imagesPerDay: 20 }]);
  });

  it('that both stations already had becomes one folder, and a folder on a disconnected disk is updated later', async () => {
    const { a, b, roots } = await twoStations();
    addFolder(a, roots.a, true);
    const { id } = addFolder(b, roots.b, true);
    await exchanged(a, b);
    expect(foldersOf(b)).toMatchObject([{ id, isShared: true }]);
    const away = join(roots.a, 'away');
    b.own.roots = { shoots: away };
    await exchanged(b);
    editFolder(a, { client: 'X' });
    await exchanged(a, b);
    expect(foldersOf(b)).toMatchObject([{ client: '' }]);
    expect(b.codes()).toContain('folder-missing.hot-folder');
    for (const name of ['shoot', 'results']) await mkdir(join(away, name), { recursive: true });
    await exchanged(b);
    expect(foldersOf(b)).toMatchObject([{ path: join(away, 'shoot'), client: 'X' }]);
    expect(foldersOf(a)).toMatchObject([{ client: 'X', isShared: true }]);
  });
});
