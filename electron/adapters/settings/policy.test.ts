import { chmod, mkdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noLimits } from '#shared/spending-limits.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { parsePolicy } from './policy.ts';
import { readPolicy } from './policy-file.ts';
import { problemsIn } from '#shared/problem.ts';
import { systemPolicy } from '../../base/policy-place.ts';

const file = '/etc/darkslide/policy.json';
const problemsOf = (text: string) => {
  const read = parsePolicy(file, text);
  return problemsIn(read).map(({ about }) => about);
};
const noSender = { sources: ['x'] };
const signedIn = { proxyUrl: 'http://a:b@p' };
const unlimited = { imagesPerDay: null };

describe('a policy', () => {
  it('is read completely, including settings in groups, and with the system’s home folder in place of ~', () => {
    const json = JSON.stringify({
      version: 1,
      enforced: { language: 'de', network: { proxy: 'manual', proxyUrl: 'http://proxy:8080' } },
      recommended: { imagesPerDay: 100, callback: { port: 9000 } },
      service: { url: 'https://service.example/openapi/v1/' },
      limits: { imagesPerDay: 2000 },
      folders: { within: ['/srv/photos', '~/Pictures'] },
      dataFolder: '~/Darkslide',
      studio: { address: 'postgres://db.test/darkslide', mayLeave: false },
    });
    const { homedir } = userInfo();
    expect(parsePolicy(file, `\uFEFF${json}`)).toEqual({
      ok: true,
      value: {
        file,
        enforced: {
          language: 'de',
          'network.proxy': 'manual',
          'network.proxyUrl': 'http://proxy:8080',
        },
        recommended: { imagesPerDay: 100, 'callback.port': 9000 },
        serviceUrl: 'https://service.example/openapi/v1',
        limits: { ...noLimits, imagesPerDay: 2000, inFlight: null },
        within: ['/srv/photos', join(homedir, 'Pictures')],
        dataFolder: join(homedir, 'Darkslide'),
        studio: {
          address: 'postgres://db.test/darkslide',
          name: null,
          mayJoin: true,
          mayLeave: false,
        },
      },
    });
  });

  it.each<[what: string, text: string, words: string]>([
    ['if it is empty', '', 'The JSON ends too early.'],
    ['if it is truncated', '{"version": 1,', 'at line 1, column 15.'],
    ['if it has an extra comma', '{\n "version": 1,\n}', 'at line 3, column 1.'],
  ])('is refused %s, with the position', (_what, text, words) => {
    const [problem] = problemsIn(parsePolicy(file, text));
    expect(problem).toMatchObject({ about: file, message: expect.stringContaining(words) });
  });

  it.each<[what: string, text: string, where: string]>([
    ['if it is a list', '[]', 'version'],
    ['without a version', '{}', 'version'],
    ['if it has a later version', '{"version": 2}', 'version'],
  ])('is refused %s', (_what, text, where) => {
    expect(problemsOf(text)).toEqual([`${file}: ${where}`]);
  });

  it.each<[what: string, where: string, json: object]>([
    ['a name that is unknown', 'limit', { limit: {} }],
    ['an unknown preference', 'enforced.x', { enforced: { x: 1 } }],
    ['the settings of an export', 'enforced.export', { enforced: { export: {} } }],
    ['a list instead of a group', 'enforced.network', { enforced: { network: [] } }],
    ['a number instead of a group', 'enforced.network', { enforced: { network: 1 } }],
    ['an unknown value', 'enforced.network.proxy', { enforced: { network: { proxy: 'x' } } }],
    ['a limit of 0', 'limits.imagesPerDay', { limits: { imagesPerDay: 0 } }],
    ['an address without encryption', 'service.url', { service: { url: 'http://a.example' } }],
    [
      'a naming template that leads outside the folder',
      'enforced.naming',
      { enforced: { naming: '../x' } },
    ],
    ['an invalid pattern', 'recommended.skuPattern', { recommended: { skuPattern: '(' } }],
    [
      'an invalid sender address',
      'enforced.callback.sources',
      { enforced: { callback: noSender } },
    ],
    ['a relative folder', 'folders.within', { folders: { within: ['photos'] } }],
    ['an empty list of folders', 'folders.within', { folders: { within: [] } }],
    ['a relative data folder', 'dataFolder', { dataFolder: 'data' }],
    ['a relative output folder', 'enforced.outFolder', { enforced: { outFolder: 'out' } }],
    ['a proxy password', 'enforced.network.proxyUrl', { enforced: { network: signedIn } }],
    [
      'a value above the policy’s own limit',
      'enforced.inFlight',
      { enforced: { inFlight: 9 }, limits: { inFlight: 8 } },
    ],
    [
      'an unlimited value despite the policy’s limit',
      'enforced.imagesPerDay',
      { enforced: unlimited, limits: { imagesPerDay: 8 } },
    ],
    [
      'a cost limit, if users can change the prices',
      'limits.moneyPerDay',
      { limits: { moneyPerDay: 5000 }, enforced: { prices: { currency: 'EUR' } } },
    ],
    [
      'an enforced cost limit, if users can change the prices',
      'enforced.moneyPerMonth',
      { enforced: { moneyPerMonth: 5000, prices: { currency: 'EUR' } } },
    ],
    [
      'prices, if users can change the currency',
      'enforced.prices.perImage',
      { enforced: { prices: { perImage: [] } } },
    ],
  ])('is refused with %s', (_what, where, json) => {
    expect(problemsOf(JSON.stringify({ version: 1, ...json }))).toEqual([`${file}: ${where}`]);
  });

  it('reports all errors, with the allowed names', () => {
    const enforced = { netwrk: {}, language: 'fr', inFlight: 0, imagesPerDay: '5' };
    const read = parsePolicy(file, JSON.stringify({ version: 1, enforced, x: 1 }));
    const said = problemsIn(read)
      .map(({ message }) => message)
      .join('\n');
    for (const sentence of [
      'enforced.netwrk: There is no setting with this name. Available: language, appearance,',
      'enforced.language: The value is "fr". Allowed: "system", "en", "de", "zh-CN".',
      'enforced.inFlight: The value is 0, but must be at least 1.',
      'enforced.imagesPerDay: The value is "5". Allowed: number.',
      'x: There is no setting with this name. Available: version, enforced,',
    ]) {
      expect(said).toContain(sentence);
    }
  });
});

describe('the policy file', () => {
  const owner = userInfo().uid;
  const folder = async () => {
    const made = await realpath(await ownFolder('policy'));
    await chmod(made, 0o755);
    await mkdir(join(made, 'darkslide'), { mode: 0o755 });
    return { made, policy: join(made, 'darkslide', 'policy.json') };
  };

  it('is in a folder to which only an administrator can write, whatever the environment says', () => {
    expect(systemPolicy('linux').file).toBe('/etc/darkslide/policy.json');
    expect(systemPolicy('darwin').file).toBe('/Library/Application Support/Darkslide/policy.json');
    expect(systemPolicy('win32').file).toBe('C:\\ProgramData\\Darkslide\\policy.json');
  });

  it('may be missing, and then changes nothing', async () => {
    const { policy } = await folder();
    expect(readPolicy({ file: policy, owner })).toEqual({ ok: true, value: null });
    expect(readPolicy({ file: join(policy, 'x', 'y'), owner })).toEqual({ ok: true, value: null });
  });

  it('is refused if it is a folder or far too long', async () => {
    const { made, policy } = await folder();
    expect(codeOf(readPolicy({ file: made, owner }))).toBe('policy-invalid');
    await writeFile(policy, `{"version": 1}${' '.repeat(1_000_001)}`);
    expect(codeOf(readPolicy({ file: policy, owner }))).toBe('policy-invalid');
  });

  it.runIf(process.platform !== 'win32')(
    'is not trusted if others may write to it, to its folder, or to the target of a link',
    async () => {
      const { made, policy } = await folder();
      await writeFile(policy, '{"version": 1}');
      const read = () => readPolicy({ file: policy, owner });
      const unsafe = (about: string) => ({ problem: { code: 'policy-unsafe', about } });
      expect(read()).toMatchObject({ ok: true, value: { file: policy } });
      for (const mode of [0o664, 0o646, 0o1646]) {
        await chmod(policy, mode);
        expect(read()).toMatchObject(unsafe(policy));
      }
      await chmod(policy, 0o644);
      await chmod(made, 0o777);
      expect(read()).toMatchObject(unsafe(made));
      await chmod(made, 0o755);
      await mkdir(join(made, 'open'));
      await chmod(join(made, 'open'), 0o777);
      await writeFile(join(made, 'open', 'policy.json'), '{"version": 1}', { mode: 0o644 });
      await rm(policy);
      await symlink(join(made, 'open', 'policy.json'), policy);
      expect(read()).toMatchObject(unsafe(join(made, 'open')));
    },
  );
});
