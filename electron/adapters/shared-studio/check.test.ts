import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { openSharedStudio } from './shared-studio.ts';

const server = await sharedPostgres();

it('an unreachable database, a refused login, a missing studio and tables of another version are different problems', async () => {
  const access = { ...server.admin, user: 'postgres' };
  const open = async (change: Partial<typeof access>) => {
    const shared = await openSharedStudio({ ...access, ...change }, randomUUID());
    afterAll(() => shared.close());
    const checked = await shared.check();
    return checked.ok ? null : checked.problem.code;
  };
  expect(await open({ port: 1 })).toBe('studio-unreachable');
  expect(await open({ password: 'wrong' })).toBe('studio-refused');
  expect(await open({ database: 'none' })).toBe('studio-refused');
  expect(await open({})).toBe('studio-missing');
  const studio = await server.newStudio();
  expect(await open({ ...studio.admin })).toBeNull();
  // tables of a later version, which this one may go on using, or which it does not know well enough
  await studio.sql('INSERT INTO migrations (number, oldest_station) VALUES (98, 1)');
  expect(await open({ ...studio.admin })).toBeNull();
  await studio.sql('INSERT INTO migrations (number, oldest_station) VALUES (99, 98)');
  expect(await open({ ...studio.admin })).toBe('studio-newer');
  // tables of an earlier version
  await studio.sql('DELETE FROM migrations WHERE number > 1');
  expect(await open({ ...studio.admin })).toBe('studio-older');
});
