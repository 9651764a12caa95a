import { describe, expect, it } from 'vitest';
import type { NewHotFolder } from '#electron/adapters/ledger/hot-folders.ts';
import type { OutFolderRepository } from '#electron/adapters/ledger/out-folders.ts';
import type {
  PreferenceChanges,
  PreferenceStore,
} from '#electron/adapters/settings/preferences.ts';
import type { AdmitRequest } from '#electron/engine/intake/admit.ts';
import { projectFiles, textOf } from './project-files.ts';

const ships = projectFiles('electron').filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

/** The names of all types that are declared as permitted values. */
const permitted = ships.flatMap((file) =>
  [...textOf(file).matchAll(/\btype (\w+) = Permitted</g)].map(([, name]) => name ?? ''),
);

describe('permitted values', () => {
  it('are folders, limits, settings, the service and the database of a studio', () => {
    expect(permitted.sort()).toEqual([
      'OutputFolder',
      'PermittedChanges',
      'PermittedDatabase',
      'PermittedService',
      'SpendingLimit',
      'WatchedFolder',
    ]);
  });

  it('are created only by the access rules', () => {
    const made = new RegExp(
      `\\bas (?:${[...permitted, 'Permitted', 'NewHotFolder'].join('|')})\\b`,
    );
    const makers = ships.filter((file) => made.test(textOf(file)));
    expect(makers, 'create the value with app/access.ts').toEqual(['electron/app/access.ts']);
  });

  it('are refused only by the access rules, if the reason is the policy', () => {
    const refusal = /(?:failure\(|\bcode:)\s*'managed/;
    expect(ships.filter((file) => refusal.test(textOf(file)))).toEqual(['electron/app/access.ts']);
  });

  it('are required by all code that stores or acts', () => {
    // `false` says that an unchecked value is refused; if code accepts one, the compiler rejects this object
    const plain: Taken = {
      settings: false,
      service: false,
      hotFolder: false,
      outFolder: false,
      limit: false,
      job: false,
      exported: false,
    };
    expect(Object.values(plain)).not.toContain(true);
  });
});

/** True if a parameter of type `Wanted` would accept an unchecked value of type `Plain`. */
type Takes<Plain, Wanted> = [Plain] extends [Wanted] ? true : false;

interface Taken {
  readonly settings: Takes<PreferenceChanges, Parameters<PreferenceStore['change']>[0]>;
  readonly service: Takes<{ url: null }, Parameters<PreferenceStore['setServiceUrl']>[0]>;
  readonly hotFolder: Takes<string, NewHotFolder['path']>;
  readonly outFolder: Takes<string, NewHotFolder['outFolder']>;
  readonly limit: Takes<number, NewHotFolder['imagesPerDay']>;
  readonly job: Takes<string, AdmitRequest['outFolder']>;
  readonly exported: Takes<string, Parameters<OutFolderRepository['add']>[0]>;
}
