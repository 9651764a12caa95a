import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { startPostgres } from '../fixtures/postgres.ts';
import { installedPostgres } from '../fixtures/system-postgres.ts';
import { openStations } from './stations.ts';

// the PostgreSQL that npm installs has no pg_dump
const installed = installedPostgres().at(-1);
const server = installed === undefined ? null : await startPostgres(installed.bin);
afterAll(() => server?.close());

it.skipIf(server === null)(
  'a database that is restored from an old backup gets the missing purchases from the stations that made them',
  async () => {
    if (server === null || installed === undefined) throw new Error('skipped');
    const world = await openStations(server);
    const { admin, sql } = world.shared;
    const dump = join(world.folder, 'studio.dump');
    const env = { ...process.env, PGPASSWORD: admin.password ?? '' };
    const tool = (name: string, ...args: string[]) => {
      const where = ['-h', admin.host, '-p', String(admin.port), '-U', admin.user];
      return promisify(execFile)(join(installed.bin, name), [...where, ...args], { env });
    };
    const photos = ['watch-steel.jpg', 'lipstick-rouge.jpg'].map(lightPhotograph);
    const [before = '', after = ''] = photos;
    const bought = () => sql("SELECT count(*)::integer AS n FROM claims WHERE state = 'bought'");

    const a = await world.open('A');
    await a.until(await a.run([before]), 'done');
    await expect.poll(bought).toEqual([{ n: 1 }]);
    await tool('pg_dump', '-Fc', '-f', dump, admin.database);
    await a.until(await a.run([after]), 'done');
    await expect.poll(bought).toEqual([{ n: 2 }]);

    await tool('dropdb', '--force', admin.database);
    await tool('createdb', admin.database);
    await tool('pg_restore', '-d', admin.database, dump);
    await expect.poll(bought).toEqual([{ n: 2 }]);
    const b = await world.open('B');
    const ends = await b.until(await b.run(photos), 'done', 'held');
    expect(ends).toEqual(['held', 'held']);
    expect(world.demo.records().requests['execute']).toBe(2);
  },
);
