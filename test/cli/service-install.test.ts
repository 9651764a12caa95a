import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../fixtures/environment.ts';
import { armInWindow } from '../fixtures/fresh-ledger.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { darkslide, folder, key } from './darkslide.ts';

/**
 * A fake systemctl that records its arguments, reports a unit as running after it was started, and refuses
 * the operations in the file `refuses`.
 */
const SYSTEMCTL = `#!/bin/sh
echo "$*" >> "$STAND_IN/told"
case "$*" in *"$(cat "$STAND_IN/refuses" 2>/dev/null || echo nothing-at-all)"*)
  echo "Failed to connect to bus: No medium found" >&2; exit 1;;
esac
case "$2" in show) printf 'LoadState=loaded\\nActiveState=active\\nSubState=running\\nUnitFileState=enabled\\nExecMainStatus=0\\n';; esac
`;

let home: string;
let env: Record<string, string>;
beforeEach(async () => {
  home = await folder();
  const tools = join(home, 'tools');
  for (const name of ['tools', 'Drop 100% $HOME', 'out']) await mkdir(join(home, name));
  await writeFile(join(tools, 'systemctl'), SYSTEMCTL, { mode: 0o755 });
  env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    DARKSLIDE_DATA: join(home, 'data'),
    STAND_IN: home,
    PATH: `${tools}:${bareEnvironment['PATH'] ?? ''}`,
  };
});

const white = ['--agent', 'removeBG', '--set', 'maskType=autoSubjectSegment'];
const unitFile = () => join(home, 'config', 'systemd', 'user', 'darkslide-white.service');
const told = async () => {
  const text = await readFile(join(home, 'told'), 'utf8').catch(() => '');
  await rm(join(home, 'told'), { force: true });
  return text.trim().split('\n');
};
const service = (words: readonly string[], more: Record<string, string> = {}) =>
  darkslide(['service', ...words], { env: { ...env, ...more } });
const install = (words: readonly string[], more?: Record<string, string>) =>
  service([...toInstall(), ...white, ...words], more);
const toInstall = () => {
  const [drop, out] = [join(home, 'Drop 100% $HOME'), join(home, 'out')];
  return ['install', 'white', '--folder', drop, '--out', out];
};

/** If the test runs as root, gives this account access to the folders of the test. */
async function openTo(account: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { stdout } = await promisify(execFile)('id', ['-u', account]);
  for (const name of ['', 'Drop 100% $HOME', 'out']) await chmod(join(home, name), 0o755);
  await chown(join(home, 'out'), Number(stdout), 0);
}

/** Returns the name, size, times and rights of everything below a folder, so that a test detects any change. */
async function everythingIn(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))].sort();
  return Promise.all(
    names.map(async (name) => {
      const { mode, size, mtimeMs, ctimeMs, ino } = await lstat(join(folder, name));
      return [name, mode, size, mtimeMs, ctimeMs, ino].join(' ');
    }),
  );
}

describe.runIf(process.platform === 'linux')('darkslide service', () => {
  it('installs a watch only once if the command is repeated, stores the key separately, changes the watch, and removes it', async () => {
    const real = ['--service', 'https://studio.example/openapi/v1'];
    const first = await install([...real, '--set', 'backgroundHex=#ffffff'], {
      DARKSLIDE_API_KEY: key,
    });
    expect(first).toMatchObject({ status: 0 });
    const data = join(home, 'data', 'services', 'white');
    const unit = await readFile(unitFile(), 'utf8');
    expect(unit).toContain(`"watch" "${home}/Drop 100%% $$HOME"`);
    expect(unit).toContain(`"--key-file=${data}/service-key"`);
    expect(`${unit}${first.stdout}${first.stderr}`).not.toContain(key);
    expect(await readFile(join(data, 'service-key'), 'utf8')).toBe(`${key}\n`);
    expect((await stat(join(data, 'service-key'))).mode & 0o777).toBe(0o600);
    expect((await stat(data)).mode & 0o777).toBe(0o700);
    expect(await told()).toEqual([
      '--user daemon-reload',
      '--user enable darkslide-white.service',
      '--user start darkslide-white.service',
    ]);

    const same = await install([...real, '--set', 'backgroundHex=#ffffff'], {
      DARKSLIDE_API_KEY: key,
    });
    expect(same.stdout).toContain('was not changed');
    expect(await told()).toContain('--user start darkslide-white.service');

    const other = await install([...real, '--set', 'backgroundHex=#eeeeee']);
    expect(other.stdout).toMatch(/- ExecStart=.*#ffffff.*\n\s*\+ ExecStart=.*#eeeeee/);
    expect(await told()).toContain('--user restart darkslide-white.service');

    expect(await service(['status', 'white'])).toMatchObject({
      status: 0,
      stdout: `white: active, running, enabled\n${unitFile()}\n`,
    });
    expect((await service(['list'])).stdout).toBe('white  active, running, enabled\n');
    await told();

    expect(await service(['uninstall', 'white'])).toMatchObject({ status: 0 });
    expect(await told()).toEqual([
      '--user disable --now darkslide-white.service',
      '--user daemon-reload',
    ]);
    await expect(stat(unitFile())).rejects.toThrow('ENOENT');
    await expect(stat(join(data, 'service-key'))).rejects.toThrow('ENOENT');
    expect((await service(['uninstall', 'white'])).status).toBe(2);
  });

  it('installs a worker in a data folder that has joined a studio', async () => {
    const real = ['--service', 'https://studio.example/openapi/v1'];
    const worker = () =>
      darkslide([...real, 'service', 'worker', 'rack'], {
        env: { ...env, DARKSLIDE_API_KEY: key },
      });
    expect((await worker()).stderr).toContain('studio-not-joined');
    const data = join(home, 'data');
    const database = { host: 'localhost', port: 5432, database: 'studio', user: 'rack' };
    const access = { ...database, password: null, certificateFile: null };
    const file = { format: 1, station: randomUUID(), name: 'Rack', studio: 'Studio', ...access };
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'station.json'), JSON.stringify(file), { mode: 0o600 });
    expect(await worker()).toMatchObject({ status: 0 });
    const name = join(home, 'config', 'systemd', 'user', 'darkslide-rack.service');
    const unit = await readFile(name, 'utf8');
    expect(unit).toContain('Description=Darkslide worker rack');
    expect(unit).toContain(`"worker" "--data=${data}"`);
    expect(unit).toContain(`WorkingDirectory=${data}\n`);
  });

  it('A4 sends a saved key only to the address it was given for, and otherwise asks for a key', async () => {
    const real = (path: string) => ['--service', `https://studio.example/${path}`];
    expect(await install(real('v1'), { DARKSLIDE_API_KEY: key })).toMatchObject({ status: 0 });
    expect(await install(real('v1'))).toMatchObject({ status: 0 });
    for (const path of ['v2', 'v1/more', 'v']) {
      expect((await install(real(path))).stderr, path).toContain('service-key-missing');
    }
    // a second system service with the data folder of the first one gets no saved key, either
    const data = ['--data', join(home, 'data', 'services', 'white')];
    const taking = [...toInstall(), ...white, ...real('v1'), ...data].with(1, 'black');
    expect((await service(taking)).stderr).toContain('service-key-missing');
    expect(await readFile(unitFile(), 'utf8')).toContain('https://studio.example/v1"');
  });

  it('leaves nothing behind, or restores the previous state, if the system refuses', async () => {
    await writeFile(join(home, 'refuses'), 'enable');
    const real = ['--service', 'https://studio.example/openapi/v1'];
    const refused = await install(real, { DARKSLIDE_API_KEY: key });
    expect(refused).toMatchObject({ status: 2 });
    expect(refused.stderr).toContain('service-manager');
    expect(refused.stderr).toContain('No medium found');
    await expect(stat(unitFile())).rejects.toThrow('ENOENT');
    const kept = join(home, 'data', 'services', 'white', 'service-key');
    await expect(stat(kept)).rejects.toThrow('ENOENT');

    await rm(join(home, 'refuses'));
    await install([]);
    const before = await readFile(unitFile(), 'utf8');
    await writeFile(join(home, 'refuses'), 'restart');
    expect(await install(['--psd'])).toMatchObject({ status: 2 });
    expect(await readFile(unitFile(), 'utf8')).toBe(before);
  });

  it('F69 refuses a folder that the window watches, whichever account the service uses', async () => {
    const ledger = ledgerIn(join(home, 'data'));
    armInWindow(ledger, { path: join(home, 'Drop 100% $HOME'), outFolder: join(home, 'window') });
    ledger.close();
    const { username } = userInfo();
    const asSystem = ['--system', '--data', join(home, 'own'), '--user', username, '--print'];
    for (const more of [[], ['--print'], asSystem]) {
      const refused = await install(more);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain('folder-in-folder');
    }
    await expect(stat(unitFile())).rejects.toThrow('ENOENT');
  });

  it('refuses settings that the command watch would refuse, invalid names of services, and unknown accounts', async () => {
    const said = async (words: readonly string[]) => (await service(words)).stderr;
    const base = toInstall();
    expect(await said([...base, '--agent', 'nobody'])).toContain('agent-unknown');
    expect(await said([...base, '--recipe', 'gone.json'])).toContain('recipe-unreadable');
    const gone = ['install', 'a', '--folder', join(home, 'gone'), '--out', join(home, 'out')];
    expect(await said([...gone, ...white])).toContain('folder-missing');
    const inside = [...base.slice(0, -1), join(home, 'Drop 100% $HOME', 'out'), ...white];
    expect(await said(inside)).toContain('folder-own-output');
    expect(await said(['status', '../white'])).toContain('is not a valid service name');
    const real = ['--service', 'https://studio.example/openapi/v1'];
    expect((await install(real)).stderr).toContain('service-key-missing');
    const asSystem = ['--system', '--data', 'd', '--user', '-u root'];
    expect(await said([...base, ...white, ...asSystem])).toMatch(/no account|sudo/);
    expect(await told()).toEqual(['']);
  });

  it('A5 refuses a hot folder that overlaps the data folder', async () => {
    for (const folder of ['.', 'data/in']) {
      await mkdir(join(home, folder), { recursive: true });
      const words = ['install', 'a', '--folder', join(home, folder), '--out', '/tmp', ...white];
      const { status, stderr } = await service([...words, '--data', join(home, 'data')]);
      expect(status).toBe(2);
      expect(stderr).toContain('folder-in-data');
    }
    expect(await told()).toEqual(['']);
  });

  it('prints units that systemd accepts, for a user and for the computer', async (context) => {
    const analyze = promisify(execFile);
    const there = await analyze('systemd-analyze', ['--version']).catch(() => null);
    if (there === null) context.skip('systemd-analyze is missing');
    await openTo('daemon');
    for (const scope of [[], ['--system', '--user', 'daemon', '--data', join(home, 'sys tem')]]) {
      const printed = await install([...scope, '--set', 'backgroundHex=#ffffff', '--print']);
      expect(printed).toMatchObject({ status: 0, stderr: '' });
      const file = join(home, 'darkslide-print.service');
      await writeFile(file, printed.stdout);
      const { stdout, stderr } = await analyze(
        'systemd-analyze',
        [...(scope.length === 0 ? ['--user'] : []), '--recursive-errors=no', 'verify', file],
        { env: { ...process.env, XDG_RUNTIME_DIR: home } },
      );
      expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('print'))).toEqual([]);
    }
    expect(await told()).toEqual(['']);
  });

  it('A1 changes nothing on disk if it only prints', async () => {
    const victim = join(home, 'victim');
    await writeFile(victim, 'precious');
    await symlink(victim, join(home, 'out', '.try.darkslide-part'));
    const before = await everythingIn(home);
    const printed = await install(['--print']);
    expect(printed).toMatchObject({ status: 0 });
    const [drop, below] = [join(home, 'Drop 100% $HOME'), join(home, 'new', 'below')];
    const missing = ['install', 'white', '--folder', drop, '--out', below, ...white, '--print'];
    expect(await service(missing)).toMatchObject({ status: 0 });
    const inside = ['install', 'white', '--folder', drop, '--out', join(drop, 'x'), '--print'];
    expect((await service([...inside, ...white])).stderr).toContain('folder-own-output');
    const onFile = ['install', 'white', '--folder', drop, '--out', join(victim, 'x'), '--print'];
    expect((await service([...onFile, ...white])).stderr).toContain('folder-unwritable');
    expect(await everythingIn(home)).toEqual(before);
    expect(await readFile(victim, 'utf8')).toBe('precious');
  });

  it.runIf(process.getuid?.() === 0)(
    'A1 checks the folders of a system service with the rights of its account',
    async () => {
      const system = ['--system', '--user', 'daemon', '--data', join(home, 'system'), '--print'];
      expect((await install(system)).stderr).toContain('folder-missing');
      await openTo('daemon');
      expect(await install(system)).toMatchObject({ status: 0 });
      await chmod(join(home, 'out'), 0o700);
      await chown(join(home, 'out'), 0, 0);
      expect((await install(system)).stderr).toContain('folder-unwritable');
      await openTo('daemon');
      const mask = join(home, 'mask.png');
      await writeFile(mask, 'of root', { mode: 0o600 });
      const masked = [...system, '--set', 'maskType=custom', '--mask', mask];
      expect((await install(masked)).stderr).toContain('file-unreadable');
      // root could write through the link, but the account must not: only root may write the file behind the
      // link
      const victim = join(home, 'victim');
      await writeFile(victim, 'precious', { mode: 0o600 });
      await symlink(victim, join(home, 'out', '.try.darkslide-part'));
      expect(await install(system)).toMatchObject({ status: 0 });
      expect(await readFile(victim, 'utf8')).toBe('precious');
    },
  );

  it('refuses a key that others can read', async () => {
    const file = join(home, 'key');
    await writeFile(file, key);
    await chmod(file, 0o644);
    const words = ['--service', 'http://127.0.0.1:9/openapi/v1', '--key-file', file];
    const ended = await darkslide(['info', 'removeBG', ...words], { env });
    expect(ended.stderr).toContain('service-key-file');
    expect(ended.stderr).toContain('chmod 600');
    expect(ended.status).toBe(2);
    await rm(file);
    await mkdir(join(home, 'logs', 'darkslide.log'), { recursive: true });
    const inTheWay = ['--log', join(home, 'logs'), '--out', join(home, 'out'), ...white];
    const watched = await darkslide(['watch', home, ...inTheWay], { env });
    expect(watched.status).toBe(2);
    expect(watched.stderr).toContain('darkslide.log');
    const supervised = await darkslide(['info', 'removeBG', ...words, '--supervised'], { env });
    expect(supervised.status).toBe(0);
  });
});
