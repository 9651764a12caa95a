import { beforeEach, describe, expect, it } from 'vitest';
import { freshLedger, takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import type { Ledger } from './open.ts';

let ledger: Ledger;
let job: number;
let execution: number;

beforeEach(async () => {
  ({ ledger } = await freshLedger());
  job = takeIn(ledger);
  const intent = { jobId: job, run: 1, taskId: 't', agent: 'removeBG', images: 2 };
  execution = ledger.executions.intend(intent);
});

const made = (image: string) =>
  ({ status: 'Success', image, progress: null, error: null }) as const;
const underWay = { status: 'Running', image: null, progress: 0.5, error: null } as const;

describe('the images of an execution', () => {
  it('keep their positions if the service lists them in another order', () => {
    ledger.results.see(execution, [made('https://cdn/a'), underWay]);
    const [first] = ledger.results.ofJob(job);
    const file = { file: '/out/a.png', sha256: 'a', bytes: 1, width: 1, height: 1 };
    ledger.results.delivered(first?.id ?? 0, file);
    ledger.results.see(execution, [made('https://cdn/b'), made('https://cdn/a')]);
    expect(ledger.results.ofJob(job)).toMatchObject([
      { position: 0, url: 'https://cdn/a', delivered: { file: '/out/a.png' } },
      { position: 1, url: 'https://cdn/b', delivered: null },
    ]);
  });

  it('F36 get a new address if theirs has stopped working, even if they are listed in another order', () => {
    ledger.results.see(execution, [made('https://cdn/a'), made('https://cdn/b')]);
    const [first] = ledger.results.ofJob(job);
    ledger.results.gone(first?.id ?? 0);
    ledger.results.see(execution, [made('https://cdn/b'), made('https://cdn/c')]);
    expect(ledger.results.ofJob(job).map((r) => r.url)).toEqual(['https://cdn/c', 'https://cdn/b']);
  });
});
