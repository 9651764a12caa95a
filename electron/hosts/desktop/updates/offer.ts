import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import type { Release, UpdatePreferences, UpdateStep } from '#shared/views/updates.ts';
import type { Clock } from '../../../base/clock.ts';
import { ProblemError } from '../../../base/problem-error.ts';
import type { Engine, StagedUpdate } from './engine.ts';
import { releaseOf, type ChannelFile } from './feed.ts';
import type { Memory } from './memory.ts';
import { checkStaged } from './stage.ts';
import { notReady, olderOffered, problemOf } from './update-problems.ts';
import { isNewer } from './version.ts';

export interface OfferParts {
  readonly clock: Clock;
  readonly version: string;
  readonly engine: Pick<Engine, 'look' | 'download'>;
  readonly memory: Memory;
  readonly wanted: () => UpdatePreferences;
  readonly networkMode: () => NetworkPreferences['mode'];
  readonly onChange: () => void;
  readonly onTrouble: (problem: Problem) => void;
}

/** Checks for a new version of Darkslide and downloads it; runs only one of these operations at a time. */
export interface Offer {
  step(): UpdateStep;
  release(): Release | null;
  /**
   * Checks for a new version; if a check or a download is already running, only waits for its end. `step` shows any
   * problem.
   */
  check(): Promise<void>;
  /** Checks automatically, if the settings allow it. */
  checkByItself(): void;
  /** Downloads the version that was found, after the running operation. */
  download(): Promise<void>;
  /** Returns the downloaded version, if its file is unchanged. */
  staged(): Promise<Outcome<StagedUpdate>>;
  /** Applies changed preferences: drops a version of another channel and checks again. */
  reconsider(): void;
}

export function createOffer(parts: OfferParts): Offer {
  const { engine, wanted } = parts;
  let step: UpdateStep = { kind: 'idle' };
  let release: Release | null = null;
  let staged: StagedUpdate | null = null;
  let underWay: Promise<void> | null = null;
  let checkedFor: UpdatePreferences = wanted();

  const setStep = (next: UpdateStep): void => {
    step = next;
    parts.onChange();
  };
  const failed = (problem: Problem): void => {
    parts.onTrouble(problem);
    // A failed check must not hide a version that is ready to install.
    setStep(staged === null ? { kind: 'failed', problem } : { kind: 'ready' });
  };
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    underWay ??= work()
      .catch((error: unknown) => failed(problemOf(error)))
      .finally(() => (underWay = null));
    return underWay;
  };
  const after = async (work: () => Promise<void>): Promise<void> => {
    await underWay;
    await inTurn(work);
  };

  const check = async (isAsked: boolean): Promise<void> => {
    const { channel, mode } = (checkedFor = wanted());
    setStep({ kind: 'checking' });
    const { found, isForUs } = await findNewest(parts, channel);
    if (staged?.version === found.version) return setStep({ kind: 'ready' });
    staged = null;
    release = isForUs ? releaseOf(found) : null;
    setStep({ kind: isForUs ? 'available' : 'up-to-date' });
    const isSpared = parts.networkMode() === 'metered' && !isAsked;
    if (isForUs && mode === 'automatic' && !isSpared) void after(download);
  };
  const checkByItself = (): void => {
    const isSpared = parts.networkMode() !== 'normal';
    if (wanted().mode !== 'off' && !isSpared) void inTurn(() => check(false));
  };
  const download = async (): Promise<void> => {
    if (release === null || staged !== null) return;
    const tell = (share: number) => setStep({ kind: 'downloading', share });
    tell(0);
    staged = await downloadFound(engine, tell);
    setStep({ kind: 'ready' });
  };
  const forget = (): Promise<void> => {
    release = null;
    staged = null;
    setStep({ kind: 'idle' });
    return Promise.resolve();
  };

  return {
    step: () => step,
    release: () => release,
    check: () => inTurn(() => check(true)),
    checkByItself,
    download: () => after(download),
    async staged() {
      if (staged === null) return notReady();
      const good = await checkStaged(staged);
      if (good.ok) return success(staged);
      staged = null;
      failed(good.problem);
      return good;
    },
    reconsider() {
      const { mode, channel } = wanted();
      if (mode === checkedFor.mode && channel === checkedFor.channel) return;
      parts.onChange();
      const isSameChannel = channel === checkedFor.channel;
      checkedFor = { mode, channel };
      if (isSameChannel) return checkByItself();
      void after(forget).then(checkByItself);
    },
  };
}

/** Finds the newest version of a channel, and returns it with whether to offer it. */
async function findNewest(
  { engine, memory, clock, version }: OfferParts,
  channel: UpdatePreferences['channel'],
): Promise<{ readonly found: ChannelFile; readonly isForUs: boolean }> {
  const { found, isForUs } = await engine.look(channel);
  const newest = memory.newest(channel);
  if (newest !== null && isNewer(newest, found.version)) throw olderOffered(found.version, newest);
  await memory.saw(channel, found.version, clock.wall());
  return { found, isForUs: isForUs && isNewer(found.version, version) };
}

/** Downloads the version and verifies the file, even if it was already downloaded. */
async function downloadFound(
  engine: OfferParts['engine'],
  onShare: (share: number) => void,
): Promise<StagedUpdate> {
  let told = 0;
  const fetched = await engine.download((share) => {
    // Limits progress events to about 100.
    if (share - told < 0.01) return;
    told = share;
    onShare(share);
  });
  const good = await checkStaged(fetched);
  if (!good.ok) throw new ProblemError(good);
  return fetched;
}
