import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noLimits } from '#shared/spending-limits.ts';
import type { Preferences } from '#shared/views/settings.ts';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import { policyOf } from '../../test/fixtures/policy.ts';
import { codeOf, valueOf } from '../../test/fixtures/values.ts';
import { ledgerIn } from '../../test/fixtures/new-ledger.ts';
import { effective } from '../adapters/settings/effective.ts';
import { leavesOf } from '../adapters/settings/leaves.ts';
import { priceOf } from '#shared/prices.ts';
import { usualPreferences } from '#shared/views/settings.ts';
import { checkStartService, createAccess, openAccess } from './access.ts';

let root: string;
beforeEach(async () => {
  root = await ownFolder('access');
});

const file = '/policy.json';
const policy = (written: object) => policyOf({ version: 1, ...written }, file);
const within = () => policy({ folders: { within: [join(root, 'studio')] } });

describe('folders', () => {
  it('can be anywhere without a policy, except in or around the data folder', async () => {
    const access = createAccess(null, join(root, 'data'));
    ledgerIn(join(root, 'data')).close();
    const photos = join(root, 'photos');
    expect(await access.watched(photos)).toEqual({ ok: true, value: photos });
    expect(await access.output(join(photos, 'out'), null)).toMatchObject({ ok: true });
    expect(codeOf(await access.output(join(photos, 'out'), photos))).toBe('folder-own-output');
    for (const path of [root, join(root, 'data'), join(root, 'data', 'previews')]) {
      const refused = { problem: { code: 'folder-in-data', parameter: 'path' } };
      expect(await access.watched(path), path).toMatchObject(refused);
    }
  });

  it('are allowed in the policy’s folders and in the data folder, but not through links that lead out of them', async () => {
    const access = createAccess(within(), join(root, 'data'));
    await mkdir(join(root, 'studio'));
    await symlink(root, join(root, 'studio', 'link'));
    const inside = join(root, 'studio', 'new');
    expect(await access.watched(inside)).toEqual({ ok: true, value: inside });
    expect(await access.output(inside, null)).toEqual({ ok: true, value: inside });
    expect(await access.within(join(root, 'data', 'Results'))).toMatchObject({ ok: true });
    for (const path of [join(root, 'out'), join(root, 'studio', 'link', 'out')]) {
      for (const ask of [access.within, access.watched]) {
        expect(codeOf(await ask(path)), path).toBe('managed-folder');
      }
      for (const ask of [access.output, access.foreseeOutput]) {
        expect(codeOf(await ask(path, null)), path).toBe('managed-folder');
      }
    }
  });

  it('inside a data folder are allowed only while Darkslide uses that data folder', async () => {
    const access = createAccess(within(), join(root, 'data')).forData(join(root, 'service'));
    expect(await access.within(join(root, 'service', 'x'))).toMatchObject({ ok: true });
    expect(codeOf(await access.within(join(root, 'data', 'x')))).toBe('managed-folder');
  });

  it('can’t be set above the policy’s limits', () => {
    const most = { imagesPerDay: 50, moneyPerMonth: 9000 };
    const enforced = { prices: { currency: 'EUR', perImage: [] } };
    const { limits } = createAccess(policy({ limits: most, enforced }), root);
    for (const allowed of [noLimits, { ...noLimits, ...most }]) {
      expect(valueOf(limits(allowed))).toEqual(allowed);
    }
    const problem = { code: 'managed-limit', parameter: 'imagesPerDay', about: '50' };
    expect(limits({ ...noLimits, imagesPerDay: 51 })).toMatchObject({ problem });
    const parameter = { parameter: 'moneyPerMonth' };
    expect(limits({ ...noLimits, moneyPerMonth: 9001 })).toMatchObject({ problem: parameter });
    expect(createAccess(null, root).limits({ ...noLimits, imagesPerDay: 51 }).ok).toBe(true);
  });
});

describe('settings', () => {
  it('can’t be changed if the policy enforces them, or beyond its limits; saving the same value is allowed', async () => {
    const managed = policy({
      enforced: { network: { proxy: 'none' }, notifications: false },
      limits: { imagesPerDay: 500 },
      folders: { within: [join(root, 'studio')] },
    });
    const access = createAccess(managed, root);
    const now = effective(usualPreferences, {}, managed);
    const change = (changes: Partial<Preferences>) => access.settings(changes, now);
    const refused = async (changes: Partial<Preferences>, problem: object) =>
      expect(await change(changes)).toMatchObject({ problem });
    const set = { code: 'managed', about: file };
    await refused({ notifications: true }, { ...set, parameter: 'notifications' });
    const network = { ...now.network, proxy: 'system' } as const;
    await refused({ network }, { ...set, parameter: 'network.proxy' });
    const limit = { code: 'managed-limit', parameter: 'imagesPerDay', about: '500' };
    await refused({ imagesPerDay: 501 }, limit);
    const barred = { code: 'managed-folder', parameter: 'outFolder' };
    await refused({ outFolder: join(root, '..', 'out') }, barred);
    const good = [
      { network: { ...now.network, mode: 'metered' } },
      { imagesPerDay: 20, notifications: false },
      { imagesPerDay: null, outFolder: join(root, 'studio', 'out') },
    ] as const;
    for (const changes of good) expect(valueOf(await change(changes))).toEqual(changes);
  });
});

it('prices can be set by the policy, and then no user changes them', async () => {
  const perImage = [{ agent: 'removeBG', version: null, amount: 20 }];
  const managed = policy({ enforced: { prices: { currency: 'EUR', perImage } } });
  const own = { currency: 'JPY', perImage: [], taxNote: 'plus 19% VAT' };
  const chosen = leavesOf({ prices: own });
  const now = effective(usualPreferences, chosen, managed);
  expect(now.prices).toEqual({ currency: 'EUR', perImage, taxNote: 'plus 19% VAT' });
  expect(priceOf(now.prices, { agent: 'removeBG', version: 'v1.0' })).toEqual({
    currency: 'EUR',
    minor: 20,
  });
  const { settings } = createAccess(managed, root);
  for (const change of [{ currency: 'JPY' }, { perImage: [] }]) {
    const changed = await settings({ prices: { ...now.prices, ...change } }, now);
    expect(codeOf(changed)).toBe('managed');
  }
  expect((await settings({ prices: { ...now.prices, taxNote: '' } }, now)).ok).toBe(true);
});

describe('the service and the data folder', () => {
  const url = 'https://only.example/openapi/v1';

  it('are set by the policy', () => {
    const managed = policy({ service: { url }, dataFolder: join(root, 'data') });
    const access = valueOf(openAccess(managed, join(root, 'data', 'below')));
    expect(valueOf(access.service(url))).toEqual({ url });
    for (const other of [null, 'https://other.example/openapi/v1']) {
      expect(codeOf(access.service(other))).toBe('managed-service');
    }
    expect(checkStartService(access, `${url}/`)).toMatchObject({ ok: true });
    for (const told of ['https://other.example', 'no address']) {
      const problem = { code: 'managed', parameter: 'serviceUrl', about: file };
      expect(checkStartService(access, told)).toMatchObject({ problem });
    }
    const problem = { code: 'managed', parameter: 'dataFolder', about: file };
    expect(openAccess(managed, root)).toMatchObject({ problem });
  });

  it('are chosen by the user if there is no policy', () => {
    const access = valueOf(openAccess(null, root));
    for (const any of [null, url]) expect(valueOf(access.service(any))).toEqual({ url: any });
    expect(checkStartService(access, 'no address')).toMatchObject({ ok: true });
  });
});

describe('the shared studio', () => {
  const database = {
    host: 'db.studio.lan',
    port: 5432,
    database: 'darkslide',
    user: 'anna',
    password: null,
    certificateFile: null,
  };
  const access = (studio: object) => createAccess(policy({ studio }), join(root, 'data'));

  it('can be any without a policy, and only that of the policy otherwise', () => {
    const free = createAccess(policy({}), root);
    expect(valueOf(free.database(database))).toEqual(database);
    expect([free.studioNamed('X').ok, free.leaving().ok]).toEqual([true, true]);
    const only = access({ address: 'postgres://db.studio.lan/darkslide', name: 'North' });
    expect(valueOf(only.database({ ...database, user: 'ben' })).user).toBe('ben');
    for (const other of [{ host: 'db.evil.test' }, { port: 5433 }, { database: 'other' }]) {
      expect(codeOf(only.database({ ...database, ...other }))).toBe('managed-studio');
    }
    expect(only.studioNamed('North').ok).toBe(true);
    expect(codeOf(only.studioNamed('South'))).toBe('managed-studio');
    const user = access({ address: 'postgres://ben@db.studio.lan:5432/darkslide' });
    expect(codeOf(user.database(database))).toBe('managed-studio');
  });

  it('cannot be joined or left if the policy forbids it', () => {
    const fixed = access({ mayJoin: false, mayLeave: false });
    expect(codeOf(fixed.database(database))).toBe('managed-studio');
    expect(codeOf(fixed.leaving())).toBe('managed-studio');
  });

  it('needs an address without a password', () => {
    for (const address of ['https://db/x', 'postgres://db', 'postgres://a:b@db/x']) {
      expect(() => access({ address }), address).toThrow('studio.address');
    }
  });
});
