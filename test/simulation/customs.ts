import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { CreationRow } from '#electron/adapters/ledger/creations.ts';
import type { Service } from '#electron/adapters/service/types.ts';
import type { Clock } from '#electron/base/clock.ts';
import type { Copies } from '#electron/engine/models/copies.ts';
import { createCustomModels } from '#electron/engine/models/custom-models.ts';
import type { ModelPhoto, CustomModels, CustomModelEvent } from '#electron/engine/models/types.ts';
import { mistake } from '#electron/engine/queue/steps.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { success } from '#shared/problem.ts';
import type { Chance } from './chance.ts';
import type { LifeDisk, ModelDisk } from './disk.ts';
import { copyOf } from './pictures.ts';
import { photoOf } from './replies.ts';
import type { World } from './world.ts';

/** A custom model or scene that the user requests. */
export interface Custom {
  /** m1, m2 and so on: the first part of all addresses of this model or scene at the service. */
  readonly who: string;
  readonly kind: CustomModelKind;
  /** Null to let the service choose the name. */
  readonly name: string | null;
  readonly photos: readonly ModelPhoto[];
  /** Virtual time of the request, ms. */
  readonly comesAt: number;
}

/** Returns the custom model or scene with this number. It is independent of all other numbers in the run. */
export function custom(chance: Chance, number: number): Custom {
  const who = `m${number}`;
  const draw = () => chance.number(`custom ${who}`);
  const kind = draw() < 0.6 ? 'model' : 'scene';
  const photos = kind === 'model' && draw() < 0.5 ? [1, 2] : [1];
  return {
    who,
    kind,
    // some have the same name, so that the name alone identifies only few of them
    name: draw() < 0.3 ? null : draw() < 0.5 ? 'Ada' : who,
    photos: photos.map((at) => ({ path: `/faces/${who}/${at}.jpg`, sha256: `${who}.${at}` })),
    comesAt: draw() * 10 * 60_000,
  };
}

/** Writes the photos of a custom model or scene to the disk, as another program does. */
export function layOut(disk: ModelDisk, { photos }: Custom): void {
  for (const { path, sha256 } of photos) disk.put(path, copyOf(sha256));
}

/** Returns the ledger's creations from the photos of a custom model or scene. */
export function creationsOf(
  { creations }: Pick<Ledger, 'creations'>,
  { kind, photos }: Custom,
): CreationRow[] {
  return creations.madeOf(
    kind,
    photos.map(({ sha256 }) => sha256),
  );
}

interface CustomParts {
  readonly ledger: Ledger;
  readonly service: Service;
  readonly serviceUrl: string;
  readonly disk: LifeDisk;
  readonly clock: Clock;
}

/** Creates the program's custom models, with a simulated disk and network. */
export function customModelsOf(
  world: World,
  parts: CustomParts,
  on: (event: CustomModelEvent) => void,
): CustomModels {
  return createCustomModels(
    {
      ...parts,
      network: { mode: () => 'normal' },
      downloads: { get: notSimulated, close: () => Promise.resolve() },
      isDemo: false,
      account: null,
      images: { thumbnail: notSimulated },
      copies: copiesOn(parts.disk),
      templates: { refresh: () => success(null) },
      files: { get: notSimulated },
      folder: '/data/own',
      random: () => world.chance.number('customs'),
      doubtWindow: () => world.doubtWindow,
      mistake: (error) => mistake(error, 'a custom model or scene').problem,
    },
    on,
  );
}

/** Copies of photos that the service accepts unchanged, so that each photo is its own copy. */
function copiesOn(disk: LifeDisk): Copies {
  return {
    async look(_kind, path) {
      const content = await disk.sha256(path);
      const name = path.split('/').at(-1) ?? '';
      const sha256 = `${photoOf(content)}.${name.split('.')[0]}`;
      const size = { bytes: content.length, width: 800, height: 800 };
      return success({ path, name, sha256, ...size, copy: null, problem: null });
    },
    async copyOf(_kind, { path }) {
      await disk.look(path);
      return success({ file: path, type: 'image/jpeg' });
    },
    tidy: () => Promise.resolve(),
    release: () => Promise.resolve(),
  };
}

const notSimulated = (): never => {
  throw new Error('The simulation has no such function.');
};
