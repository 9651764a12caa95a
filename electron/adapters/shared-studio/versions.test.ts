import { describe, expect, it, onTestFinished } from 'vitest';
import { noLimits } from '#shared/spending-limits.ts';
import { enterStation } from '../../../test/fixtures/entered-station.ts';
import { startPostgres } from '../../../test/fixtures/postgres.ts';
import { installedPostgres } from '../../../test/fixtures/system-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';

const versions = installedPostgres();

describe.skipIf(versions.length === 0)('every installed version of PostgreSQL', () => {
  it.each(versions)('$version runs the functions of a shared studio', async ({ bin }) => {
    const server = await startPostgres(bin);
    onTestFinished(() => server.close());
    const studio = await server.newStudio({ moneyPerDay: 100, imagesPerMonth: 50 });
    const [a, b] = [await enterStation(studio, 'A'), await enterStation(studio, 'B')];
    const request = {
      job: 1,
      jobRun: 1,
      photo: 'photo',
      purchase: 'recipe',
      task: 't1',
      images: 4,
      day: '2026-11-27',
      cost: { currency: 'EUR', minor: 60 },
      folder: { key: 'white', limits: { ...noLimits, imagesPerDay: 7 } },
      settled: [],
    };
    const granted = valueOf(await a.shared.claim(request, a.lease));
    if (granted.kind !== 'granted') throw new Error(granted.kind);
    const { claim } = granted;
    expect(valueOf(await b.shared.claim(request, b.lease))).toMatchObject({ kind: 'elsewhere' });
    expect(valueOf(await b.shared.claim({ ...request, photo: 'q' }, b.lease))).toMatchObject({
      reached: { of: 'studio', per: 'day', unit: 'money', verdict: 'later' },
    });
    const cheap = { ...request, photo: 'q', cost: { currency: 'EUR', minor: 1 } };
    expect(valueOf(await b.shared.claim(cheap, b.lease))).toMatchObject({
      reached: { of: 'folder', per: 'day', unit: 'images', verdict: 'later' },
    });
    valueOf(await a.shared.report({ claim, state: 'bought', executions: ['e1'] }));
    expect(valueOf(await b.shared.claim(request, b.lease))).toMatchObject({ kind: 'bought' });
    const earlier = { ...request, photo: 'r', folder: null, state: 'bought' as const };
    valueOf(await b.shared.record({ ...earlier, executions: ['e0'] }));
    // its claim, its report, and this renewal
    const renewed = { ...a.lease, changes: a.lease.changes + 3, requestsPerSecond: 50 };
    expect(valueOf(await a.shared.renew(a.lease))).toEqual(renewed);
    expect(valueOf(await a.shared.mine())).toHaveLength(1);
    expect(valueOf(await a.shared.status())).toMatchObject([{ bought: 1 }, { bought: 1 }]);
    expect(valueOf(await a.shared.leave())).toBe(0);
  });
});
