import { describe, expect, it } from 'vitest';
import { handClock, type HandClock } from '../fixtures/hand-clock.ts';
import { codeOf } from '../fixtures/values.ts';
import { around, NEW, places, signer } from './updating.ts';

const { place, started } = places();

describe('automatic updates', () => {
  /** Lets time pass, except during requests. */
  const passing =
    (clock: HandClock, settled: () => Promise<void>) =>
    async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes * 2; passed += 1) {
        clock.pass(30_000);
        for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
        await settled();
      }
    };

  it('restart after ten minutes without a window and work, and never while jobs run', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    const clock = handClock();
    const state = around();
    const { updates, looked, settled } = await started(state, { clock });
    const pass = passing(clock, settled);
    const stopping = new AbortController();
    updates.begin(stopping.signal);
    expect(await looked()).toBe('ready');
    state.isBusy = true;
    state.isAway = true;
    await pass(30);
    expect(state.restarts).toBe(0);
    // the user is asked: they say no, then yes
    expect(codeOf(await updates.install(false))).toBe('update-jobs-running');
    expect(state.restarts).toBe(0);
    expect(await updates.install(true)).toEqual({ ok: true, value: null });
    expect(state.restarts).toBe(1);
    state.isBusy = false;
    await pass(8);
    expect(state.restarts).toBe(1);
    await pass(4);
    await expect.poll(() => state.restarts).toBe(2);
    stopping.abort();
  });

  it('check only on request on a metered network, and never offline or if turned off', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    const clock = handClock();
    const state = around();
    state.mode = 'metered';
    const { updates, looked, settled, until } = await started(state, { clock });
    const pass = passing(clock, settled);
    const stopping = new AbortController();
    updates.begin(stopping.signal);
    await pass(7 * 60);
    expect(place.server.asked).toEqual([]);
    state.mode = 'offline';
    expect(await looked()).toBe('offline');
    state.mode = 'normal';
    state.updates = { mode: 'off', channel: 'latest' };
    await pass(7 * 60);
    expect(codeOf(await updates.check())).toBe('updates-off');
    expect(place.server.asked).toEqual([]);
    state.updates = { mode: 'automatic', channel: 'latest' };
    await pass(7 * 60);
    await until('ready');
    state.updates = { mode: 'off', channel: 'latest' };
    expect(await updates.atEnd()).toBeNull();
    stopping.abort();
  });
});

describe('an unattended computer', () => {
  it.each([
    ['installed for one person', 'C:\\Users\\ann\\AppData\\Local\\Programs\\Darkslide', true],
    ['installed for all, which Windows asks for', 'C:\\Program Files\\Darkslide', false],
  ])('is restarted with what is %s', async (_what, programs, isAlone) => {
    const env = { LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local' };
    const own = { platform: 'win32', env, program: `${programs}\\Darkslide.exe` } as const;
    const { installer } = await started(around(), { publisher: 'CN=Darkslide', own });
    expect(await installer.needsNobody()).toBe(isAlone);
  });
});

describe('a package that can’t verify updates', () => {
  const portable = { PORTABLE_EXECUTABLE_FILE: 'C:\\D.exe' };
  const ofAnother = { APPIMAGE: '/home/ann/Files.AppImage', APPDIR: '/tmp/.mount_Files' };
  it.each([
    ['without a key', { keys: [] }, 'unsigned'],
    ['on Windows without the name of its publisher', { platform: 'win32', env: {} }, 'unsigned'],
    ['that needs no installing', { platform: 'win32', env: portable }, 'portable'],
    ['of the system', { env: {} }, 'system'],
    ['of the system, started by an AppImage', { env: ofAnother }, 'system'],
    ['that is none', { isPackaged: false }, 'checkout'],
  ] as const)('%s downloads none', async (_what, own, source) => {
    await expect(started(around(), { own })).rejects.toThrow(source);
  });
});
