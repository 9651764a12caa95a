import { success } from '#shared/problem.ts';
import type { UpdatesView } from '#shared/views/updates.ts';
import type { Updates } from '../../contract/updates.ts';
import type { StagedUpdate } from './engine.ts';
import { createOffer, type OfferParts } from './offer.ts';
import { jobsRun, notReady, turnedOff } from './update-problems.ts';
import { checkRegularly, restartWhenQuiet, type QuietRestart } from './update-schedule.ts';

export type UpdatesParts = OfferParts & QuietRestart;

export interface DesktopUpdates extends Updates {
  /** Starts automatic checks, until `signal` aborts. */
  begin(signal: AbortSignal): void;
  /** Applies the preferences; called when they may have changed. */
  reconsider(): void;
  /** Returns the verified version to install when Darkslide quits; null if there is none. */
  atEnd(): Promise<StagedUpdate | null>;
}

/** Checks for new versions, downloads and installs them according to the settings. */
export function createUpdates(parts: UpdatesParts): DesktopUpdates {
  const offer = createOffer(parts);
  const isOff = () => parts.wanted().mode === 'off';

  const view = (): UpdatesView => ({
    source: 'here',
    version: parts.version,
    // Shows no version while updates are off.
    ...(isOff()
      ? { step: { kind: 'idle' }, release: null }
      : { step: offer.step(), release: offer.release() }),
    lookedAt: parts.memory.lookedAt(),
  });

  return {
    view,
    async check() {
      if (isOff()) return turnedOff();
      if (offer.step().kind !== 'downloading') await offer.check();
      return success(view());
    },
    async download() {
      if (isOff()) return turnedOff();
      if (offer.release() === null) return notReady();
      void offer.download();
      await Promise.resolve();
      return success(view());
    },
    async install(evenWhileBusy) {
      const ready = await offer.staged();
      if (!ready.ok) return ready;
      if (!evenWhileBusy && (await parts.isBusy())) return jobsRun();
      const can = await parts.canInstall(ready.value);
      if (!can.ok) return can;
      parts.restart();
      return success(null);
    },
    begin(signal) {
      void checkRegularly(parts.clock, offer.checkByItself, signal);
      void restartWhenQuiet(parts, offer.staged, signal);
    },
    reconsider: offer.reconsider,
    async atEnd() {
      if (isOff()) return null;
      const ready = await offer.staged();
      return ready.ok && (await parts.canInstall(ready.value)).ok ? ready.value : null;
    },
  };
}
