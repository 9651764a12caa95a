import { describe, expect, it, vi } from 'vitest';
import type { OwnUpdates } from '#electron/desktop/updates/set-up.ts';
import { handClock, type HandClock } from '../fixtures/hand-clock.ts';
import { around, NEW, places, signer, underWay } from './updating.ts';

const { place, started } = places();

describe('when', () => {
  /** Lets time pass, and stand still while something is fetched. */
  const passing =
    (clock: HandClock, { updates }: OwnUpdates) =>
    async (minutes: number): Promise<void> => {
      for (let passed = 0; passed < minutes * 2; passed += 1) {
        clock.pass(30_000);
        for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done));
        await vi.waitUntil(() => !underWay.includes(updates.view().step.kind), {
          timeout: 40_000,
          interval: 5,
        });
      }
    };

  it('nobody is there and nothing runs for ten minutes, and never while jobs run', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    const clock = handClock();
    const state = around();
    const own = await started(state, { clock });
    const { updates, looked } = own;
    const pass = passing(clock, own);
    const stopping = new AbortController();
    updates.begin(stopping.signal);
    expect(await looked()).toBe('ready');
    state.isBusy = true;
    state.isAway = true;
    await pass(30);
    expect(state.restarts).toBe(0);
    // the person is asked: they say no, then yes
    expect(await updates.install(false)).toMatchObject({
      problem: { code: 'update-jobs-running' },
    });
    expect(state.restarts).toBe(0);
    expect(await updates.install(true)).toEqual({ ok: true, value: null });
    expect(state.restarts).toBe(1);
    state.isBusy = false;
    await pass(8);
    expect(state.restarts).toBe(1);
    await pass(4);
    await vi.waitUntil(() => state.restarts === 2, { timeout: 40_000 });
    stopping.abort();
  });

  it('the network is to be spared it looks when asked, and offline or switched off never', async () => {
    place.server.offer(signer, '0.2.0', NEW);
    const clock = handClock();
    const state = around();
    state.mode = 'metered';
    const own = await started(state, { clock });
    const { updates, looked } = own;
    const pass = passing(clock, own);
    const stopping = new AbortController();
    updates.begin(stopping.signal);
    await pass(7 * 60);
    expect(place.server.asked).toEqual([]);
    state.mode = 'offline';
    expect(await looked()).toBe('offline');
    state.mode = 'normal';
    state.updates = { mode: 'off', channel: 'latest' };
    await pass(7 * 60);
    expect(await updates.check()).toMatchObject({ problem: { code: 'updates-off' } });
    expect(place.server.asked).toEqual([]);
    state.updates = { mode: 'automatic', channel: 'latest' };
    await pass(7 * 60);
    await vi.waitUntil(() => updates.view().step.kind === 'ready', { timeout: 40_000 });
    state.updates = { mode: 'off', channel: 'latest' };
    expect(await updates.atEnd()).toBeNull();
    stopping.abort();
  });
});

describe('a computer that nobody sits at', () => {
  it.each([
    ['installed for one person', 'C:\\Users\\ann\\AppData\\Local\\Programs\\Darkslide', true],
    ['installed for all, which Windows asks for', 'C:\\Program Files\\Darkslide', false],
  ])('is restarted with what is %s', async (_what, programs, isAlone) => {
    const { installer } = await started(around(), {
      publisher: 'CN=Darkslide',
      own: {
        platform: 'win32',
        env: { LOCALAPPDATA: 'C:\\Users\\Ann\\AppData\\Local' },
        program: `${programs}\\Darkslide.exe`,
      },
    });
    expect(await installer.needsNobody()).toBe(isAlone);
  });
});

describe('a package that cannot tell a genuine version', () => {
  it.each([
    ['without a key', { keys: [] }, 'unsigned'],
    ['on Windows without the name of its publisher', { platform: 'win32', env: {} }, 'unsigned'],
    [
      'that needs no installing',
      { platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'C:\\D.exe' } },
      'portable',
    ],
    ['of the system', { env: {} }, 'system'],
    [
      'of the system, started by an AppImage',
      { env: { APPIMAGE: '/home/ann/Files.AppImage', APPDIR: '/tmp/.mount_Files' } },
      'system',
    ],
    ['that is none', { isPackaged: false }, 'checkout'],
  ] as const)('%s fetches none', async (_what, own, source) => {
    await expect(started(around(), { own })).rejects.toThrow(source);
  });
});
