import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, projectFiles } from './project-files.ts';

const ships = projectFiles('electron').filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const text = (file: string) => readFileSync(join(project, file), 'utf8');

/** The types that are declared as permitted values. */
const permitted = ships.flatMap((file) =>
  [...text(file).matchAll(/\btype (\w+) = Permitted</g)].map(([, name]) => name ?? ''),
);

describe('permitted values', () => {
  it('are what folders, limits, settings and the service are', () => {
    expect(permitted.sort()).toEqual([
      'DailyLimit',
      'OutputFolder',
      'PermittedChanges',
      'PermittedService',
      'WatchedFolder',
    ]);
  });

  it('come from the gate alone', () => {
    const made = new RegExp(
      `\\bas (?:${[...permitted, 'Permitted', 'NewHotFolder'].join('|')})\\b`,
    );
    const makers = ships.filter((file) => made.test(text(file)));
    expect(makers, 'ask app/access.ts for it').toEqual(['electron/app/access.ts']);
  });

  it('are refused by the policy in the gate alone', () => {
    const refusal = /(?:failure\(|\bcode:)\s*'managed/;
    expect(ships.filter((file) => refusal.test(text(file)))).toEqual(['electron/app/access.ts']);
  });
});
