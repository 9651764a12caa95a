import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { freshLedger, openIn, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import type { Ledger } from './open.ts';

let folder: string;
let ledger: Ledger;
beforeEach(async () => {
  ({ folder, ledger } = await freshLedger());
});

const [a, b] = ['https://a.example', 'https://b.example'];

it('a ledger can change to another service until something has been sent', async () => {
  expect(ledger.owner.claim(a).ok).toBe(true);
  const job = takeIn(ledger);
  // a mistyped address does not lock out other services, and waiting photos go to the right service
  expect(ledger.owner.claim(b).ok).toBe(true);
  ledger.jobs.uploaded(job, { originalImage: 'https://b.example/1.jpg' });
  ledger.close();
  ledger = openIn(folder);
  onTestFinished(() => ledger.close());
  for (const ask of [ledger.owner.check, ledger.owner.claim]) {
    expect(ask(a)).toMatchObject({ ok: false, problem: { code: 'ledger-elsewhere', about: b } });
  }
  expect(ledger.owner.claim(b).ok).toBe(true);
});

it('a ledger that was created before services were recorded belongs to the service it is next used with', async () => {
  const job = takeIn(ledger);
  ledger.jobs.created(job, 'task');
  expect(ledger.owner.check('demo').ok).toBe(true);
  expect(ledger.owner.claim('demo').ok).toBe(true);
  const refused = ledger.owner.claim(a);
  expect(refused.ok ? '' : refused.problem.message).toContain('the demo service');
});

it('a ledger with custom models belongs to the service of their account, because only that service knows their ids', () => {
  expect(ledger.owner.claim(a).ok).toBe(true);
  const photo = { path: '/photos/a.jpg', name: 'a.jpg', sha256: '0'.repeat(64), bytes: 1 };
  const creation = ledger.creations.add('model', null, [photo]);
  expect(ledger.owner.check(b).ok).toBe(true);
  ledger.creations.uploaded(creation, 0, `${a}/1.jpg`);
  expect(ledger.owner.check(b)).toMatchObject({ problem: { code: 'ledger-elsewhere', about: a } });
  ledger.creations.putAway(creation);

  const told = { id: 7, name: 'Anna', cover: '', images: null, status: 'complete' } as const;
  ledger.customModels.told('model', [told], false);
  expect(ledger.owner.check(b)).toMatchObject({ problem: { code: 'ledger-elsewhere', about: a } });
  expect(ledger.owner.check(a).ok).toBe(true);
});
