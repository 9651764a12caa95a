import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { ownFolder } from '../fixtures/own-folder.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { chaosRound } from './chaos.ts';

const server = await startPostgres();
afterAll(() => server.close());

it('stations that are killed and stopped while the database restarts buy each photo once', async () => {
  const folder = join(await ownFolder('chaos'), 'shoot');
  await mkdir(folder);
  const photos = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const file = join(folder, `photo-${at}.png`);
      const background = { r: 20 + at, g: 90, b: 160 };
      await sharp({ create: { width: 600, height: 600, channels: 3, background } }).toFile(file);
      return file;
    }),
  );
  const figures = await chaosRound(server, { seed: 3, stations: 3, photos, blows: 6 });
  expect(figures).toMatchObject({ executions: 8, wrong: [] });
  expect(figures.kills + figures.stops + figures.restarts).toBe(6);
});
