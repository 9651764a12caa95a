import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ownFolder } from '../fixtures/own-folder.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { chaosRound, makeChaosPhotos } from './chaos.ts';

const server = await startPostgres();
afterAll(() => server.close());

it('stations that are killed and stopped while the database fails buy each photo once', async () => {
  const photos = await makeChaosPhotos(join(await ownFolder('chaos'), 'photos'), 8, 1);
  const figures = await chaosRound(server, {
    seed: 3,
    stations: 3,
    photos,
    blows: 6,
    faults: [],
    lease: 3,
    doubtWindow: 4,
  });
  expect(figures).toMatchObject({ executions: 8, wrong: [] });
  expect(Object.values(figures.blows).reduce((sum, n) => sum + n, 0)).toBe(6);
});
