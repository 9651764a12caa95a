import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { executes, states, untilWatched, wait } from './folder-stations.ts';
import { shareFolder } from './shared-folder.ts';
import { openStations } from './stations.ts';

const server = await sharedPostgres();

it('photos whose files are gone do not keep a worker from taking others', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  await folder.drop(3);
  await expect.poll(() => world.shared.sql('SELECT state FROM work'), wait).toHaveLength(3);
  for (const name of (await folder.filesIn('drop')).toSorted().slice(0, 2)) {
    await rm(join(folder.root, 'drop', name));
  }
  // it has room for two photos, those that are gone
  await world.shared.sql(
    `UPDATE work SET priority = -1 WHERE content->'source'->>'path' LIKE '%3.png'`,
  );
  await folder.open('B', 'all', { limits: { inFlight: 1, cores: 1 } });
  await expect.poll(() => states(a)['done'], wait).toBe(1);
});

it('photos that a restored database offers again are reported as done, although their files were moved', async () => {
  const world = await openStations(server);
  const folder = await shareFolder(world);
  const a = await folder.open('A', 'none');
  await untilWatched(a);
  await folder.open('B', 'all', { limits: { inFlight: 1, cores: 1 } });
  await folder.drop(3);
  await expect.poll(() => states(a), wait).toEqual({ done: 3 });
  await expect.poll(() => folder.filesIn('drop'), wait).toEqual([]);
  await world.shared.sql(
    `UPDATE work SET state = 'offered', taken_by = NULL, fence = NULL, changed_at = clock_timestamp()`,
  );
  await expect
    .poll(() => world.shared.sql('SELECT DISTINCT state FROM work'), wait)
    .toEqual([{ state: 'done' }]);
  expect(executes(world)).toBe(3);
});
