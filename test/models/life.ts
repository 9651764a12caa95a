/**
 * Runs a studio in a separate process that creates a model, then deletes the model, and is killed at a given
 * commit.
 */
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import type { CreationRepository } from '#electron/adapters/ledger/creations.ts';
import type { CustomModelRepository } from '#electron/adapters/ledger/custom-models.ts';
import { openStudio } from '#electron/studio.ts';
import { dieAt, type Death } from '../crash/death.ts';
import { beginCreation } from './begin.ts';
import { valueOf } from '../fixtures/values.ts';
import { workHere } from '../world/images.ts';
import { accessIn } from '../fixtures/permitted.ts';

export interface Life {
  /** The folder of the harness that continues after the kill. */
  readonly folder: string;
  readonly death: Death<
    | keyof Pick<CreationRepository, 'add' | 'uploaded' | 'sending' | 'created'>
    | keyof Pick<CustomModelRepository, 'told' | 'deleting' | 'deleted'>
  >;
  readonly photos: readonly string[];
}

const never = new AbortController().signal;
const given = JSON.parse(process.argv[2] ?? '') as Life & { url: string; key: string };
const { folder, death, photos, ...service } = given;
const dataFolder = join(folder, 'data');
const { customModels, ledger } = valueOf(
  await openStudio(
    { dataFolder, access: accessIn(dataFolder), service, startHelper: workHere },
    () => {},
  ),
);
dieAt(death, [ledger.creations, ledger.customModels]);
customModels.start();
const looked = [];
for (const path of photos) looked.push(valueOf(await customModels.look('model', path, never)));
const creation = valueOf(
  await beginCreation({ customModels, ledger }, { kind: 'model', name: 'Ada', photos: looked }),
);
const idOf = () => ledger.creations.get(creation)?.serviceId ?? null;
while (idOf() === null) await systemClock.sleep(10);
const id = idOf() ?? 0;
valueOf(await customModels.ready('model', id, never));
customModels.remove('model', id);
