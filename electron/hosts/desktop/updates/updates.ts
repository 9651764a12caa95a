import { causeText, failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Release, UpdatePreferences, UpdatesView, UpdateStep } from '#shared/views/updates.ts';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import type { Clock } from '../../../base/clock.ts';
import { diskProblem, errorCode } from '../../../base/files.ts';
import { ProblemError } from '../../../base/problem-error.ts';
import type { Updates } from '../../contract/updates.ts';
import type { Engine, StagedUpdate } from './engine.ts';
import { releaseOf, type ChannelFile } from './feed.ts';
import type { Memory } from './memory.ts';
import { checkStaged } from './stage.ts';
import { isNewer } from './version.ts';

export interface UpdatesParts {
  readonly clock: Clock;
  readonly version: string;
  readonly engine: Pick<Engine, 'look' | 'download'>;
  readonly memory: Memory;
  readonly wanted: () => UpdatePreferences;
  readonly networkMode: () => NetworkPreferences['mode'];
  /** Whether photos are worked on, or are about to be. */
  readonly isBusy: () => Promise<boolean>;
  /** Nobody looks at the window and nothing is typed into it. */
  readonly isAway: () => boolean;
  /** Whether there are the right and the room to install. */
  readonly canInstall: (staged: StagedUpdate) => Promise<Outcome<void>>;
  /** Whether installing asks nobody for a password. */
  readonly needsNobody: () => Promise<boolean>;
  /** Ends Darkslide safely and starts the new version. */
  readonly restart: () => void;
  readonly onChange: () => void;
  readonly onTrouble: (problem: Problem) => void;
}

export interface DesktopUpdates extends Updates {
  /** Looks by itself from now on, until `signal` aborts. */
  begin(signal: AbortSignal): void;
  /** The preferences may be others now. */
  reconsider(): void;
  /** What is to be installed when Darkslide ends, checked just now; null for nothing. */
  atEnd(): Promise<StagedUpdate | null>;
}

/** ms from the start to the first look, and from one look to the next. */
const FIRST_LOOK = 30_000;
const NEXT_LOOK = 6 * 3_600_000;
/** ms without anybody and without work after which a restart is noticed by nobody. */
const QUIET = 10 * 60_000;
/** ms between two looks whether it is quiet. */
const QUIET_EVERY = 60_000;

/** Looks for new versions, fetches them and has them installed, as the preferences say. */
export function createUpdates(parts: UpdatesParts): DesktopUpdates {
  const { clock, engine, memory, wanted } = parts;
  let step: UpdateStep = { kind: 'idle' };
  let release: Release | null = null;
  let staged: StagedUpdate | null = null;
  let underWay: Promise<void> | null = null;
  let lookedFor: UpdatePreferences = wanted();

  const setStep = (next: UpdateStep): void => {
    step = next;
    parts.onChange();
  };
  const failed = (problem: Problem): void => {
    parts.onTrouble(problem);
    // one that is ready is not lost by a look that failed
    setStep(staged === null ? { kind: 'failed', problem } : { kind: 'ready' });
  };
  /** One thing after the other: who comes meanwhile waits for what is under way. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    underWay ??= work()
      .catch((error: unknown) => failed(problemOf(error)))
      .finally(() => (underWay = null));
    return underWay;
  };

  const look = async (isAsked: boolean): Promise<void> => {
    const { channel, mode } = (lookedFor = wanted());
    setStep({ kind: 'checking' });
    const { found, isForUs } = await engine.look(channel);
    const newest = memory.newest(channel);
    if (newest !== null && isNewer(newest, found.version)) throw isOlder(found, newest);
    await memory.saw(channel, found.version, clock.wall());
    if (staged?.version === found.version) return setStep({ kind: 'ready' });
    staged = null;
    if (!isForUs || !isNewer(found.version, parts.version)) {
      release = null;
      return setStep({ kind: 'up-to-date' });
    }
    release = releaseOf(found);
    setStep({ kind: 'available' });
    const isSpared = parts.networkMode() === 'metered' && !isAsked;
    if (mode === 'automatic' && !isSpared) void after(fetch);
  };
  const fetch = async (): Promise<void> => {
    if (release === null || staged !== null) return;
    setStep({ kind: 'downloading', share: 0 });
    let told = 0;
    const fetched = await engine.download((share) => {
      // a hundred times at most
      if (share - told < 0.01) return;
      told = share;
      setStep({ kind: 'downloading', share });
    });
    // one that lay there already is believed no more than one that has just come
    const good = await checkStaged(fetched);
    if (!good.ok) throw new ProblemError(good);
    staged = fetched;
    setStep({ kind: 'ready' });
  };
  const after = async (work: () => Promise<void>): Promise<void> => {
    await underWay;
    await inTurn(work);
  };
  /** What there is to install, when it is still what was fetched. */
  const checked = async (): Promise<Outcome<StagedUpdate>> => {
    if (staged === null) return notReady();
    const good = await checkStaged(staged);
    if (good.ok) return success(staged);
    staged = null;
    failed(good.problem);
    return good;
  };
  const lookBySelf = (): void => {
    const isSpared = parts.networkMode() !== 'normal';
    if (wanted().mode !== 'off' && !isSpared) void inTurn(() => look(false));
  };

  const view = (): UpdatesView => ({
    source: 'here',
    version: parts.version,
    // of one that is not to be installed nothing is offered either
    ...(wanted().mode === 'off' ? { step: { kind: 'idle' }, release: null } : { step, release }),
    lookedAt: memory.lookedAt(),
  });

  return {
    view,
    async check() {
      if (wanted().mode === 'off') return isOff();
      if (step.kind !== 'downloading') await inTurn(() => look(true));
      return success(view());
    },
    async download() {
      if (wanted().mode === 'off') return isOff();
      if (release === null) return notReady();
      void after(fetch);
      await Promise.resolve();
      return success(view());
    },
    async install(evenWhileBusy) {
      const ready = await checked();
      if (!ready.ok) return ready;
      if (!evenWhileBusy && (await parts.isBusy())) return jobsRun();
      const can = await parts.canInstall(ready.value);
      if (!can.ok) return can;
      parts.restart();
      return success(null);
    },
    begin(signal) {
      void (async () => {
        for (let wait = FIRST_LOOK; ; wait = NEXT_LOOK) {
          await clock.sleep(wait, signal);
          if (signal.aborted) return;
          lookBySelf();
        }
      })();
      void (async () => {
        for (let quietSince = clock.mono(); ;) {
          await clock.sleep(QUIET_EVERY, signal);
          if (signal.aborted) return;
          const isQuiet = parts.isAway() && !(await parts.isBusy());
          if (!isQuiet) quietSince = clock.mono();
          if (clock.mono() - quietSince < QUIET || wanted().mode !== 'automatic') continue;
          const ready = await checked();
          if (!ready.ok || !(await parts.needsNobody())) continue;
          if (!(await parts.canInstall(ready.value)).ok) continue;
          return parts.restart();
        }
      })();
    },
    reconsider() {
      const { mode, channel } = wanted();
      if (mode === lookedFor.mode && channel === lookedFor.channel) return;
      parts.onChange();
      const isSameChannel = channel === lookedFor.channel;
      lookedFor = { mode, channel };
      if (isSameChannel) return lookBySelf();
      // what the other channel had is not what is wanted now
      void after(() => {
        release = null;
        staged = null;
        setStep({ kind: 'idle' });
        return Promise.resolve();
      }).then(lookBySelf);
    },
    async atEnd() {
      if (wanted().mode === 'off') return null;
      const ready = await checked();
      return ready.ok && (await parts.canInstall(ready.value)).ok ? ready.value : null;
    },
  };
}

function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (errorCode(error) !== undefined) {
    return diskProblem(error, (error as { path?: string }).path ?? '/updates');
  }
  if ((error as { code?: unknown }).code === 'ERR_UPDATER_INVALID_SIGNATURE') {
    return failure(
      'update-foreign',
      'The update was not signed by the makers of Darkslide and was deleted. Nothing was installed; tell whoever provides your updates.',
      { detail: causeText(error).slice(0, 500) },
    ).problem;
  }
  return failure(
    'update-failed',
    'The new version could not be downloaded. Darkslide stays unchanged and tries again later.',
    { detail: causeText(error).slice(0, 500) },
  ).problem;
}

function isOlder({ version }: ChannelFile, newest: string): ProblemError {
  return new ProblemError(
    failure(
      'update-older',
      `Version ${version} was offered, but ${newest} was seen before. Darkslide never installs an older version.`,
      { about: version },
    ),
  );
}

function isOff(): Outcome<never> {
  return failure('updates-off', 'Update checks are turned off. Turn them on in Settings, Updates.');
}

function notReady(): Outcome<never> {
  return failure(
    'update-not-ready',
    'No new version is ready to install. Check for updates first.',
  );
}

function jobsRun(): Outcome<never> {
  return failure(
    'update-jobs-running',
    'Photos are being processed, so nothing was installed. You can restart anyway: paid work is completed, and the rest continues afterwards.',
  );
}
