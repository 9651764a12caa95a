/** Runs a studio in a separate process that admits a photo, and is killed at a given commit. */
import { join } from 'node:path';
import { success } from '#shared/problem.ts';
import { resolveRecipe } from '#electron/engine/intake/admit.ts';
import type { ExecutionChanges } from '#electron/adapters/ledger/execution-changes.ts';
import type { HintRepository } from '#electron/adapters/ledger/hints.ts';
import type { ResultRepository } from '#electron/adapters/ledger/results.ts';
import { runPhotos } from '#electron/app/run-photos.ts';
import { openStudio } from '#electron/studio.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { dieAt, type Death } from '../crash/death.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { workHere } from '../world/images.ts';
import { accessIn, uncheckedOutput } from '../fixtures/permitted.ts';

export interface Life {
  /** The folder of the harness that continues after the kill. */
  readonly folder: string;
  readonly death: Death<
    | keyof Pick<ExecutionChanges, 'intend' | 'sending' | 'started'>
    | keyof Pick<HintRepository, 'take'>
    | keyof Pick<
        ResultRepository,
        'composed' | 'target' | 'delivered' | 'finished' | 'shopFileTarget' | 'shopFileDelivered'
      >
  >;
  readonly recipe: object;
  readonly callback?: CallbackSettings;
}

const given = JSON.parse(process.argv[2] ?? '') as Life & { url: string; key: string };
const { folder, death, recipe, callback, ...service } = given;
const data = join(folder, 'data');
const studio = valueOf(
  await openStudio(
    {
      dataFolder: data,
      access: accessIn(data),
      service,
      startHelper: workHere,
      ...(callback && { callback }),
    },
    () => {},
  ),
);
const { executions, hints, results } = studio.ledger;
dieAt(death, [executions, hints, results]);
studio.start();
const photo = {
  source: lightPhotograph('lipstick-rouge.jpg'),
  recipe: valueOf(await resolveRecipe(recipeOf(recipe), data)),
  outFolder: () => Promise.resolve(success(uncheckedOutput(join(folder, 'out')))),
  subFolder: '',
  seen: null,
};
const run = runPhotos(studio, { again: false });
valueOf(await run(photo, new AbortController().signal));
