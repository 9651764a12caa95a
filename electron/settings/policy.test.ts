import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parsePolicy } from './policy.ts';
import { readPolicy } from './policy-file.ts';
import { systemPolicy } from './policy-place.ts';

const file = '/etc/darkslide/policy.json';
const problemsOf = (json: unknown) => {
  const read = parsePolicy(file, typeof json === 'string' ? json : JSON.stringify(json));
  return 'problems' in read ? read.problems.map(({ about }) => about) : [];
};

describe('a policy', () => {
  it('is read whole, with groups key by key and ~ for the home that the system knows', () => {
    const json = JSON.stringify({
      version: 1,
      enforced: { language: 'de', network: { proxy: 'manual', proxyUrl: 'http://proxy:8080' } },
      recommended: { imagesPerDay: 100, callback: { port: 9000 } },
      service: { url: 'https://service.example/openapi/v1/' },
      limits: { imagesPerDay: 2000 },
      folders: { within: ['/srv/photos', '~/Pictures'] },
      dataFolder: '~/Darkslide',
    });
    const { homedir } = userInfo();
    expect(parsePolicy(file, `\uFEFF${json}`)).toEqual({
      policy: {
        file,
        enforced: {
          language: 'de',
          'network.proxy': 'manual',
          'network.proxyUrl': 'http://proxy:8080',
        },
        recommended: { imagesPerDay: 100, 'callback.port': 9000 },
        serviceUrl: 'https://service.example/openapi/v1',
        limits: { imagesPerDay: 2000, inFlight: null },
        within: ['/srv/photos', join(homedir, 'Pictures')],
        dataFolder: join(homedir, 'Darkslide'),
      },
    });
  });

  it.each<[what: string, json: unknown, where: string]>([
    ['empty', '', 'its end'],
    ['cut short', '{"version": 1,', 'line 1, column 15'],
    ['with a comma too much', '{\n "version": 1,\n}', 'line 3, column 1'],
    ['a list', [], 'version'],
    ['without its version', {}, 'version'],
    ['of a later version', { version: 2 }, 'version'],
    ['with an unknown name', { version: 1, limit: {} }, 'limit'],
    ['with an unknown preference', { version: 1, enforced: { x: 1 } }, 'enforced.x'],
    ['with the look of the export', { version: 1, enforced: { export: {} } }, 'enforced.export'],
    ['with a list for a group', { version: 1, enforced: { network: [] } }, 'enforced.network'],
    ['with a wrong group', { version: 1, enforced: { network: 1 } }, 'enforced.network'],
    [
      'with a wrong word',
      { version: 1, enforced: { network: { proxy: 'x' } } },
      'enforced.network.proxy',
    ],
    ['with a limit of nothing', { version: 1, limits: { imagesPerDay: 0 } }, 'limits.imagesPerDay'],
    [
      'with an address without its key’s safety',
      { version: 1, service: { url: 'http://a.example' } },
      'service.url',
    ],
    ['with a naming that escapes', { version: 1, enforced: { naming: '../x' } }, 'enforced.naming'],
    [
      'with a pattern that is none',
      { version: 1, recommended: { skuPattern: '(' } },
      'recommended.skuPattern',
    ],
    [
      'with a sender that is none',
      { version: 1, enforced: { callback: { sources: ['x'] } } },
      'enforced.callback.sources',
    ],
    ['with a relative folder', { version: 1, folders: { within: ['photos'] } }, 'folders.within'],
    ['with no folder at all', { version: 1, folders: { within: [] } }, 'folders.within'],
    ['with a relative data folder', { version: 1, dataFolder: 'data' }, 'dataFolder'],
    [
      'with a relative output',
      { version: 1, enforced: { outFolder: 'out' } },
      'enforced.outFolder',
    ],
    [
      'with a password of a proxy',
      { version: 1, enforced: { network: { proxyUrl: 'http://a:b@p' } } },
      'enforced.network.proxyUrl',
    ],
    [
      'against itself',
      { version: 1, enforced: { inFlight: 9 }, limits: { inFlight: 8 } },
      'enforced.inFlight',
    ],
    [
      'without a limit against its limit',
      { version: 1, enforced: { imagesPerDay: null }, limits: { imagesPerDay: 8 } },
      'enforced.imagesPerDay',
    ],
  ])('is refused %s', (_what, json, where) => {
    expect(problemsOf(json)).toEqual([`${file}: ${where}`]);
  });

  it('names all that is wrong, and what is allowed there', () => {
    const read = parsePolicy(
      file,
      '{"version": 1, "enforced": {"netwrk": {}, "language": "fr", "inFlight": 0, "imagesPerDay": "5"}, "x": 1}',
    );
    const said = 'problems' in read ? read.problems.map(({ message }) => message).join('\n') : '';
    expect(said).toContain(
      'enforced.netwrk: There is no such name; allowed are language, appearance,',
    );
    expect(said).toContain(
      'enforced.language: It is "fr", and must be "system" or "en" or "de" or "zh-CN".',
    );
    expect(said).toContain('enforced.inFlight: It is 0, and must be at least 1.');
    expect(said).toContain('enforced.imagesPerDay: It is "5", and must be a number.');
    expect(said).toContain('x: There is no such name; allowed are version, enforced,');
  });
});

describe('the file of a policy', () => {
  const owner = userInfo().uid;
  const folder = async () => {
    const made = await realpath(await mkdtemp(join(tmpdir(), 'darkslide-policy-')));
    onTestFinished(() => rm(made, { recursive: true, force: true }));
    await chmod(made, 0o755);
    await mkdir(join(made, 'darkslide'), { mode: 0o755 });
    return { made, policy: join(made, 'darkslide', 'policy.json') };
  };

  it('lies where only an administrator writes, whatever the environment says', () => {
    expect(systemPolicy('linux').file).toBe('/etc/darkslide/policy.json');
    expect(systemPolicy('darwin').file).toBe('/Library/Application Support/Darkslide/policy.json');
    expect(systemPolicy('win32').file).toBe('C:\\ProgramData\\Darkslide\\policy.json');
  });

  it('may be missing, and then nothing is set', async () => {
    const { policy } = await folder();
    expect(readPolicy({ file: policy, owner })).toEqual({ ok: true, value: null });
    expect(readPolicy({ file: join(policy, 'x', 'y'), owner })).toEqual({ ok: true, value: null });
  });

  it('is refused where it is a folder or far too long', async () => {
    const { made, policy } = await folder();
    expect(readPolicy({ file: made, owner })).toMatchObject({
      problem: { code: 'policy-invalid' },
    });
    await writeFile(policy, `{"version": 1}${' '.repeat(1_000_001)}`);
    expect(readPolicy({ file: policy, owner })).toMatchObject({
      problem: { code: 'policy-invalid' },
    });
  });

  it.runIf(process.platform !== 'win32')(
    'is not believed where others may write it, its folder, or what a link leads to',
    async () => {
      const { made, policy } = await folder();
      await writeFile(policy, '{"version": 1}');
      const read = () => readPolicy({ file: policy, owner });
      const unsafe = (about: string) => ({ problem: { code: 'policy-unsafe', about } });
      expect(read()).toMatchObject({ ok: true, value: { file: policy } });
      await chmod(policy, 0o664);
      expect(read()).toMatchObject(unsafe(policy));
      await chmod(policy, 0o646);
      expect(read()).toMatchObject(unsafe(policy));
      await chmod(policy, 0o1646);
      expect(read()).toMatchObject(unsafe(policy));
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
