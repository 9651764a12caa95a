import { describe, expect, it } from 'vitest';
import { handClock, type HandClock } from '../fixtures/hand-clock.ts';
import { codeOf } from '../fixtures/values.ts';
import { around, NEW, places, signer } from './updating.ts';

const { place, started } = places();

describe('automatic updates', () => {
  /**
   * Returns a function that moves the clock forward in steps, and waits after each step until all requests have
   * ended.
   */
  const passing =
    (clock: HandClock, settled: () => Promise<void>) =>
    async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes * 2; passed += 1) {
        clock.pass(30_000);
        for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
        await settled();
      }
    };

  it('restart after ten minutes without a window or work, and never while jobs are running', async () => {
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
    // Darkslide asks the user, who first answers no, then yes
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

  it('only check on request on a metered network, and never offline or when turned off', async () => {
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
    ['installed for one user', 'C:\\Users\\ann\\AppData\\Local\\Programs\\Darkslide', true],
    ['installed for all users', 'C:\\Program Files\\Darkslide', false],
  ])(
    'is restarted for an update only if Windows does not ask for permission: %s',
    async (_what, programs, isAlone) => {
      const env = { LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local' };
      const own = { platform: 'win32', env, program: `${programs}\\Darkslide.exe` } as const;
      const { installer } = await started(around(), { publisher: 'CN=Darkslide', own });
      expect(await installer.needsNobody()).toBe(isAlone);
    },
  );
});

describe('an app that can’t update itself', () => {
  const portable = { PORTABLE_EXECUTABLE_FILE: 'C:\\D.exe' };
  const ofAnother = { APPIMAGE: '/home/ann/Files.AppImage', APPDIR: '/tmp/.mount_Files' };
  it.each([
    ['without a key', { keys: [] }, 'unsigned'],
    ['on Windows without the name of its publisher', { platform: 'win32', env: {} }, 'unsigned'],
    ['a portable version', { platform: 'win32', env: portable }, 'portable'],
    ['a package of the system', { env: {} }, 'system'],
    ['a package of the system that an AppImage has started', { env: ofAnother }, 'system'],
    ['a checkout', { isPackaged: false }, 'checkout'],
  ] as const)('downloads no updates: %s', async (_what, own, source) => {
    await expect(started(around(), { own })).rejects.toThrow(source);
  });
});
