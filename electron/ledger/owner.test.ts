import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { testRecipe } from '../../test/intake/hot-desk.ts';
import { openLedger, type OpenLedger } from './open.ts';

let folder: string;
let ledger: OpenLedger;

const open = (): OpenLedger => {
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  return opened.value;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkslide-owner-'));
  ledger = open();
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const [a, b] = ['https://a.example', 'https://b.example'];

async function takePhotoIn(): Promise<number> {
  const { recipe, identity } = await testRecipe();
  return ledger.jobs.admit({
    photoId: ledger.photos.know({ sha256: '0'.repeat(64), bytes: 1 }),
    recipeId: ledger.jobs.recipe(recipe, identity),
    identity,
    hotFolderId: null,
    source: '/photos/a.jpg',
    name: 'a.jpg',
    outFolder: '/out',
    subFolder: '',
    priority: 0,
  }).id;
}

it('a ledger is of the service it was last used with, until something was sent there', async () => {
  expect(ledger.owner.claim(a).ok).toBe(true);
  const job = await takePhotoIn();
  // an address that was mistyped keeps nobody out, and photos that wait go to the right one
  expect(ledger.owner.claim(b).ok).toBe(true);
  ledger.jobs.uploaded(job, { originalImage: 'https://b.example/1.jpg' });
  ledger.close();
  ledger = open();
  for (const ask of [ledger.owner.check, ledger.owner.claim]) {
    expect(ask(a)).toMatchObject({ ok: false, problem: { code: 'ledger-elsewhere', about: b } });
  }
  expect(ledger.owner.claim(b).ok).toBe(true);
});

it('one from before it was known whose becomes that of its next use', async () => {
  const job = await takePhotoIn();
  ledger.jobs.created(job, 'task');
  expect(ledger.owner.check('demo').ok).toBe(true);
  expect(ledger.owner.claim('demo').ok).toBe(true);
  const refused = ledger.owner.claim(a);
  expect(refused.ok ? '' : refused.problem.message).toContain('the demo service');
});

it('one that knows models of an account is of that service, as their ids are', () => {
  expect(ledger.owner.claim(a).ok).toBe(true);
  const photo = { path: '/photos/a.jpg', name: 'a.jpg', sha256: '0'.repeat(64), bytes: 1 };
  const creation = ledger.creations.add('model', null, [photo]);
  expect(ledger.owner.check(b).ok).toBe(true);
  ledger.creations.uploaded(creation, 0, `${a}/1.jpg`);
  expect(ledger.owner.check(b)).toMatchObject({ problem: { code: 'ledger-elsewhere', about: a } });
  ledger.creations.putAway(creation);

  const told = { id: 7, name: 'Anna', cover: '', images: null, status: 'complete' } as const;
  ledger.own.told('model', [told], false);
  expect(ledger.owner.check(b)).toMatchObject({ problem: { code: 'ledger-elsewhere', about: a } });
  expect(ledger.owner.check(a).ok).toBe(true);
});
