import { parseRecipe } from '#shared/recipe.ts';
import { resolveRecipe } from '#electron/intake/admit.ts';
import type { ExecutionBooks } from '#electron/ledger/executions.ts';
import { openStudio } from '#electron/studio.ts';
import { photograph } from '../fixtures/photographs.ts';

/** Where a life of the studio ends: right before or right after a commit of the protocol. */
export interface Death {
  readonly at: 'before' | 'after';
  readonly commit: keyof Pick<ExecutionBooks, 'intend' | 'sending' | 'started'>;
}

export interface LifeOptions {
  readonly data: string;
  readonly out: string;
  readonly url: string;
  readonly key: string;
  readonly death: Death;
}

/** s; long before, what a killed process had sent over loopback has been processed. */
export const doubtWindow = 2;

/** One life that takes a photo in and is killed at its commit, as a process of its own. */
async function live({ data, out, url, key, death }: LifeOptions): Promise<void> {
  const limits = { doubtWindow: doubtWindow * 1000 };
  const opened = await openStudio({ dataFolder: data, service: { url, key }, limits }, () => {});
  if (!opened.ok) throw new Error(opened.problem.message);
  const { executions } = opened.value.ledger;
  const commit = executions[death.commit].bind(executions) as (...values: unknown[]) => unknown;
  Object.assign(executions, {
    [death.commit]: (...values: unknown[]) => {
      if (death.at === 'after') commit(...values);
      process.kill(process.pid, 'SIGKILL');
    },
  });
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  if (!('recipe' in parsed)) throw new Error('the recipe is not valid');
  const recipe = await resolveRecipe(parsed.recipe, data);
  if (!recipe.ok) throw new Error(recipe.problem.message);
  opened.value.start();
  const photo = {
    source: photograph('lipstick-rouge.jpg'),
    recipe: recipe.value,
    outFolder: out,
    subFolder: '',
    hotFolderId: null,
    again: false,
  };
  const admitted = await opened.value.admit(photo, new AbortController().signal);
  if (!admitted.ok) throw new Error(admitted.problem.message);
}

if (import.meta.main) await live(JSON.parse(process.argv[2] ?? '') as LifeOptions);
