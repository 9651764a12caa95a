import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseRecipe } from '#shared/recipe.ts';
import { systemClock } from '../base/clock.ts';
import { openLedger, type Ledger } from './open.ts';

let folder: string;
let ledger: Ledger;
let job: number;
let execution: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'darkslide-results-'));
  const opened = openLedger(folder, systemClock);
  const parsed = parseRecipe({ agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } });
  if (!opened.ok || !('recipe' in parsed)) throw new Error('there is no ledger to test');
  ledger = opened.value;
  job = ledger.jobs.admit({
    photoId: ledger.photos.know({ sha256: 'a'.repeat(64), bytes: 1 }),
    recipeId: ledger.jobs.recipe(parsed.recipe, 'identity'),
    identity: 'identity',
    hotFolderId: null,
    source: '/photos/a.jpg',
    name: 'a.jpg',
    outFolder: '/out',
    subFolder: '',
    priority: 0,
  }).id;
  execution = ledger.executions.intend({
    jobId: job,
    run: 1,
    taskId: 't',
    agent: 'removeBG',
    images: 2,
  });
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const made = (image: string) =>
  ({ status: 'Success', image, progress: null, error: null }) as const;
const underWay = { status: 'Running', image: null, progress: 0.5, error: null } as const;

describe('the images of an execution', () => {
  it('keep their numbers when the service lists them in another order', () => {
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

  it('F36 get another address where theirs no longer answered, whatever the order', () => {
    ledger.results.see(execution, [made('https://cdn/a'), made('https://cdn/b')]);
    const [first] = ledger.results.ofJob(job);
    ledger.results.gone(first?.id ?? 0);
    ledger.results.see(execution, [made('https://cdn/b'), made('https://cdn/c')]);
    expect(ledger.results.ofJob(job).map((r) => r.url)).toEqual(['https://cdn/c', 'https://cdn/b']);
  });
});
