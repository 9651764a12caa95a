import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { RELEASE_WARNING_DAYS } from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import type { CustomModelNotes } from '#shared/views/custom-models.ts';
import { openFolderSession, type FolderSession } from '../../../test/handlers/folder-session.ts';
import { blankNotes, recipeWith, scenesListed } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import type { Studio } from '../../studio.ts';

const DAY = 24 * 3_600_000;
const inDays = (days: number) => localDay(Date.now() + days * DAY);
/** Id of a scene in the demo service's list. */
const SCENE = 1001;
const recipe = recipeWith({ locationId: SCENE });

/** Adds the scene to the account in the ledger, with these notes on its card, after the first sync. */
async function addScene(
  { customModels: account, ledger }: Studio,
  notes: Partial<CustomModelNotes>,
): Promise<void> {
  const { customModels: models } = ledger;
  await expect.poll(() => account.sync().refreshedAt).not.toBeNull();
  const told = { name: 'Our loft', cover: '', images: null, status: 'complete' } as const;
  models.told('scene', [{ ...told, id: SCENE }], false);
  const revision = models.get('scene', SCENE)?.revision ?? 0;
  models.saveNotes('scene', SCENE, revision, { ...blankNotes, ...notes });
}

describe('before a run in Retouch', () => {
  let window: Window;
  beforeEach(async () => {
    window = await openWindow();
  });

  async function onStrip(name = 'a.jpg', of?: string): Promise<number> {
    const paths = [await window.shot(name, of)];
    return (await window.ask('retouch.add', { paths })).ids[0] ?? 0;
  }

  it('with an expired release, all photos are refused, and the problem is shown at its field', async () => {
    await addScene(window.session.studio(), { expires: inDays(-1), localName: 'Loft' });
    const asked = { ids: [await onStrip()], recipe };
    const over = { code: 'own-release-over', parameter: 'locationId', about: 'Loft' };
    expect(await window.refused('retouch.foresee', asked)).toMatchObject(over);
    expect(await window.refused('retouch.run', asked)).toMatchObject(over);
    expect(window.requests('upload')).toBe(0);
  });

  it('a release that expires soon is reported, and the run starts', async () => {
    const asked = { ids: [await onStrip()], recipe };
    for (const [days, ends] of [
      [RELEASE_WARNING_DAYS + 1, []],
      [RELEASE_WARNING_DAYS, [{ kind: 'scene', name: 'Our loft' }]],
      [0, [{ kind: 'scene', name: 'Our loft', expires: inDays(0) }]],
    ] as const) {
      await addScene(window.session.studio(), { expires: inDays(days) });
      expect(await window.ask('retouch.foresee', asked)).toMatchObject({ new: 1, ends });
    }
    const { jobs } = await window.ask('retouch.run', asked);
    await window.until(jobs[0]?.jobId ?? 0, 'done');
  });

  it('photos that the card does not allow are counted and left out, each with its reason', async () => {
    await addScene(window.session.studio(), { clients: ['Maison'] });
    const ids = [await onStrip('MAISON/a.jpg'), await onStrip('else/b.jpg', 'watch-steel.jpg')];
    const asked = { ids, recipe };
    expect(await window.ask('retouch.foresee', asked)).toMatchObject({ new: 1, notAllowed: 1 });
    const { jobs, refused } = await window.ask('retouch.run', asked);
    const problem = { code: 'own-not-allowed', parameter: 'locationId', about: 'Our loft' };
    expect(refused).toMatchObject([{ photoId: ids[1], problem }]);
    expect(jobs).toMatchObject([{ photoId: ids[0] }]);
    await window.until(jobs[0]?.jobId ?? 0, 'done');
  });

  it('a scene that is missing from an outdated list can be used if the ledger knows it', async () => {
    const FRESH = 900_777;
    await scenesListed(window);
    const asked = { ids: [await onStrip()], recipe: recipeWith({ locationId: FRESH }) };
    expect((await window.refused('retouch.foresee', asked)).code).toBe('template-gone');
    const told = { id: FRESH, name: 'New', cover: '', images: null, status: 'complete' } as const;
    window.session.studio().ledger.customModels.told('scene', [told], true);
    expect(await window.ask('retouch.foresee', asked)).toMatchObject({ new: 1 });
  });
});

describe('before a hot folder runs', () => {
  let session: FolderSession;
  beforeEach(async () => {
    session = await openFolderSession();
  });

  async function foreseen(path = 'drop') {
    const draft = await session.draft(path, await session.recipe(`In scene ${path}`, recipe));
    return { draft, ...(await session.ask('folders.foresee', { draft, id: null })) };
  }

  it('the reason why its jobs would be held is reported in advance and on the folder’s card', async () => {
    await addScene(session.studio(), { expires: inDays(-1) });
    const over = { code: 'own-release-over', about: 'Our loft' };
    const { draft, problem } = await foreseen();
    expect(problem).toMatchObject(over);
    const { id } = await session.add(draft);
    await session.until(id, { state: 'watching', problem: over, ends: [] });

    await addScene(session.studio(), { expires: inDays(3) });
    const ends = [{ kind: 'scene', name: 'Our loft', expires: inDays(3) }];
    expect(await session.card(id)).toMatchObject({ problem: null, ends });
    await session.ask('folders.pause', { id });
    await addScene(session.studio(), { expires: inDays(-1) });
    expect(await session.card(id)).toMatchObject({ problem: null });
  });

  it('a problem is reported if the card can’t allow any photo in the folder', async () => {
    await addScene(session.studio(), { folders: [join(session.root, 'lookbook')] });
    expect((await foreseen()).problem).toMatchObject({ code: 'own-not-allowed' });
    expect((await foreseen('lookbook')).problem).toBeNull();
    await addScene(session.studio(), { folders: [join(session.root, 'all', 'lookbook')] });
    expect((await foreseen('all')).problem).toBeNull();
    await addScene(session.studio(), {
      clients: ['Maison'],
      folders: [join(session.root, 'lookbook')],
    });
    expect((await foreseen('of anybody')).problem).toBeNull();
  });
});
