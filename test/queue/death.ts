import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseRecipe } from '#shared/recipe.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import type { ExecutionBooks } from '#electron/ledger/executions.ts';
import type { HintBooks } from '#electron/ledger/hints.ts';
import type { ResultBooks } from '#electron/ledger/results.ts';
import { openStudio } from '#electron/studio.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

/** Where a life of the studio ends: right before or right after a commit of the protocol. */
export interface Death {
  readonly at: 'before' | 'after';
  readonly commit:
    | keyof Pick<ExecutionBooks, 'intend' | 'sending' | 'started'>
    | keyof Pick<HintBooks, 'take'>
    | keyof Pick<ResultBooks, 'composed' | 'target' | 'delivered'>;
  /** The how-manieth commit of that kind it is; the first. */
  readonly nth?: number;
}

export interface LifeOptions {
  readonly data: string;
  readonly out: string;
  readonly url: string;
  readonly key: string;
  readonly death: Death;
  /** A recipe file; one that buys one image where it is left out. */
  readonly recipe?: unknown;
  readonly callback?: CallbackSettings;
}

/** s; long before, what a killed process had sent over loopback has been processed. */
export const doubtWindow = 2;

type Commit = (...values: unknown[]) => unknown;

const plain = {
  agent: 'removeBG',
  params: { maskType: 'autoSubjectSegment', batchCount: 1 },
  delivery: { metadata: 'none' },
};

/** One life that takes a photo in and is killed at its commit, as a process of its own. */
async function live({
  data,
  out,
  url,
  key,
  death,
  recipe: file = plain,
  callback,
}: LifeOptions): Promise<void> {
  const limits = { doubtWindow: doubtWindow * 1000 };
  const opened = await openStudio(
    { dataFolder: data, service: { url, key }, limits, ...(callback && { callback }) },
    () => {},
  );
  if (!opened.ok) throw new Error(opened.problem.message);
  const { executions, hints, results } = opened.value.ledger;
  const books = [executions, hints, results].find((some) => death.commit in some) ?? results;
  const commit = Reflect.get(books, death.commit) as Commit;
  let left = death.nth ?? 1;
  const dying: Commit = (...values) => {
    left -= 1;
    if (left > 0) return commit(...values);
    if (death.at === 'after') commit(...values);
    return process.kill(process.pid, 'SIGKILL');
  };
  Object.assign(books, { [death.commit]: dying });
  const parsed = parseRecipe(file);
  if (!('recipe' in parsed)) throw new Error('the recipe is not valid');
  const recipe = await resolveRecipe(parsed.recipe, data);
  if (!recipe.ok) throw new Error(recipe.problem.message);
  opened.value.start();
  const photo = {
    source: lightPhotograph('lipstick-rouge.jpg'),
    recipe: recipe.value,
    outFolder: out,
    subFolder: '',
    hotFolderId: null,
    again: false,
  };
  const admitted = await opened.value.admit(photo, new AbortController().signal);
  if (!admitted.ok) throw new Error(admitted.problem.message);
}

/** Lives it in a process of its own, to its end; rejects when it ends in another way. */
export async function dies(options: LifeOptions): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`it was not killed: ${said}`);
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? '') as LifeOptions);
