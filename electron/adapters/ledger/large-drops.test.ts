import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '../../base/clock.ts';
import type { Ledger } from './open.ts';
import { anyRecipe, freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { uncheckedFolder } from '../../../test/fixtures/permitted.ts';

let ledger: Ledger;
let id: number;
let wall: number;
let photos: number;
const clock: Clock = { ...systemClock, wall: () => wall };

beforeEach(async () => {
  wall = Date.UTC(2026, 10, 21);
  photos = 0;
  ({ ledger } = await freshLedger(clock));
  const recipeId = ledger.jobs.recipe(anyRecipe(), 'White');
  const settings = { path: '/drop', recipeId, outFolder: '/out', ...plainFolder } as const;
  id = ledger.hotFolders.add(
    uncheckedFolder(settings),
    ledger.savedRecipes.add(anyRecipe()).id,
    'process',
  ).id;
});

const ASK_ABOVE = 10;

/** Adds a photo; returns its job, or null if it has to wait for confirmation. */
function come(inLine = 0): number | null {
  photos += 1;
  const sha256 = String(photos).padStart(64, '0');
  const { largeDrops } = ledger;
  const drop = { askAbove: ASK_ABOVE, inLine: () => inLine };
  const isTaken =
    largeDrops.useGrant(id) || (!largeDrops.isAsking(id) && largeDrops.mayTake(id, 1, 0, drop));
  if (!isTaken) {
    const look = { bytes: 1, mtimeMs: 1, inode: '1' };
    const photo = { ...look, path: `${photos}.jpg`, sha256 };
    ledger.largeDrops.ask(id, { ...photo, ticket: null, images: null });
    return null;
  }
  return takeIn(ledger, { sha256, hotFolderId: id, name: `${photos}.jpg` });
}

/** Adds several photos; if `minutes` is above 0, each photo is processed before the next one arrives. */
function shoot(count: number, minutes: number): (number | null)[] {
  return Array.from({ length: count }, () => {
    const job = come();
    if (job !== null && minutes > 0) ledger.jobs.end(job, 'done', null);
    wall += minutes * 60_000;
    return job;
  });
}

const taken = (jobs: readonly (number | null)[]) => jobs.filter((job) => job !== null).length;

describe('photos bought without confirmation', () => {
  it('are exactly as many of a drop as allowed; the others wait', () => {
    expect(taken(shoot(40, 0))).toBe(ASK_ABOVE);
    expect(ledger.largeDrops.waiting(id, 2).photos).toBe(30);
  });

  it('include a whole shoot if each photo is done before the next one arrives', () => {
    expect(taken(shoot(100, 0.1))).toBe(100);
  });

  it('include all photos that arrive slowly during an outage, but not those of a later drop', () => {
    for (let n = 0; n < 40; n += 1) {
      expect(come()).not.toBeNull();
      wall += 2 * 60_000;
    }
    wall += 10 * 60_000;
    expect(taken(shoot(30, 0))).toBe(ASK_ABOVE);
  });

  it('are no more than allowed if a drop is read so slowly that its first photos are done before the last is read', () => {
    const jobs = Array.from({ length: 40 }, (_, n) => {
      const job = come(39 - n);
      if (job !== null) ledger.jobs.end(job, 'done', null);
      return job;
    });
    expect(taken(jobs)).toBe(ASK_ABOVE);
  });

  it('are none while confirmation is pending, and as many as allowed again after the answer', () => {
    shoot(15, 0);
    wall += 3_600_000;
    expect(come()).toBeNull();
    ledger.largeDrops.answer(id, 'take', null);
    expect(ledger.largeDrops.granted(id, 100)).toHaveLength(6);
    expect(ledger.largeDrops.waiting(id, 2).photos).toBe(0);
    expect(taken(shoot(15, 0))).toBe(ASK_ABOVE);
    ledger.largeDrops.answer(id, 'skip', null);
    expect(ledger.largeDrops.waiting(id, 2).photos).toBe(0);
    // a refusal does not affect photos that were already confirmed
    expect(ledger.largeDrops.granted(id, 100)).toHaveLength(6);
    expect(ledger.sightings.find(id, '30.jpg')?.outcome).toBe('seen');
  });

  it('include photos confirmed in advance, plus as many of the next drop as allowed', () => {
    ledger.largeDrops.grant(id, 25);
    expect(taken(shoot(60, 0))).toBe(25 + ASK_ABOVE);
  });

  it('are counted from zero when the clock is set back', () => {
    shoot(5, 0);
    wall -= 86_400_000;
    expect(taken(shoot(30, 0))).toBe(ASK_ABOVE);
  });

  it('do not include the waiting photos, which are counted once per content and ticket', () => {
    shoot(10, 0);
    come();
    const twin = { bytes: 1, mtimeMs: 1, inode: '2', sha256: String(photos).padStart(64, '0') };
    ledger.largeDrops.ask(id, { ...twin, path: 'copy.jpg', ticket: null, images: null });
    expect(ledger.largeDrops.waiting(id, 2)).toMatchObject({ photos: 1, images: 2 });
    // with a ticket, a photo with the same content is a different purchase
    ledger.largeDrops.ask(id, { ...twin, path: 'copy.jpg', ticket: 'abc', images: 4 });
    expect(ledger.largeDrops.waiting(id, 2)).toMatchObject({ photos: 2, images: 6 });
    ledger.largeDrops.forget(id, 'copy.jpg');
    ledger.largeDrops.forget(id, `${photos}.jpg`);
    expect(ledger.largeDrops.waiting(id, 2).photos).toBe(0);
    // no confirmation is pending any more, but the next photo still belongs to the same drop
    expect(come()).toBeNull();
  });
});
