import type { Problem } from '#shared/problem.ts';
import { below } from '../base/paths.ts';
import type { HotFolder } from '../ledger/hot-folders.ts';
import type { FileLook, Sighting } from '../ledger/sightings.ts';
import type { Admitted } from './admit.ts';
import { afterwards, moveToFailed } from './afterwards.ts';
import { lookInFolder, sameLook } from './look.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { lookedInto, type Finding, type Settling, type SettleTiming } from './settle.ts';
import { admitDropped, lookInto, takeIn } from './take.ts';
import type { Tracker } from './tracker.ts';
import type { IntakeEvent, IntakeParts } from './types.ts';

export interface LineParts extends IntakeParts {
  readonly folder: HotFolder;
  readonly recipe: ResolvedRecipe;
  readonly timing: SettleTiming;
  readonly tracker: Tracker;
  readonly askAbove: () => number;
  readonly on: (event: IntakeEvent) => void;
}

/** The files of a hot folder on their way in, one after the other. */
export interface Line {
  /** A file was seen: it joins the line unless it was dealt with. */
  see(relative: string, look: FileLook): void;
  /** Dealt with for good as long as it looks like this. What could not be read is tried again. */
  isDealtWith(relative: string, look: FileLook): boolean;
  /** The file is not there any more. */
  readonly gone: (relative: string) => void;
  /** Deals with some of the files that stood still; the next call with more. */
  takeDue(): Promise<void>;
  /** Takes in some of the photos that a person has said yes to; whether there were any. */
  takeGranted(): Promise<boolean>;
}

interface File {
  readonly relative: string;
  readonly settling: Settling;
}

/** Files dealt with between two looks at the hints and the time. */
const BATCH = 32;

/** `inBackground` is given the moves that need not be waited for. */
export function createLine(
  parts: LineParts,
  inBackground: (work: Promise<void>) => void,
  signal: AbortSignal,
): Line {
  const { ledger, clock, folder, timing, tracker, on } = parts;

  const see = (relative: string, look: FileLook): void => {
    if (isDealtWith(relative, look)) tracker.forget(relative);
    else tracker.see(relative, look, clock.mono());
  };

  const isDealtWith = (relative: string, look: FileLook): boolean => {
    const dropped = ledger.drops.find(folder.id, relative);
    if (dropped !== undefined && sameLook(dropped, look)) return true;
    const sighting = ledger.sightings.find(folder.id, relative);
    if (sighting === undefined || !sameLook(sighting, look)) return false;
    return sighting.outcome !== 'failed' || sighting.code === 'photo-not-an-image';
  };

  const deal = async (file: File): Promise<void> => {
    const { relative, settling } = file;
    const path = below(folder.path, relative);
    const look = await lookInFolder(path);
    if (look === null) return tracker.forget(relative);
    if (!tracker.see(relative, look, clock.mono())) return;
    const inside = await lookInto(path);
    switch (inside.kind) {
      case 'stranger':
        return tracker.ignore(relative, look);
      case 'not-yet':
        return putOff(file, inside.finding, inside.problem);
      case 'not-an-image':
        return refuse(relative, look, inside.problem);
      case 'photo': {
        const settled = lookedInto(settling, inside.finding, clock.mono(), timing);
        return settled.do === 'wait' ? tracker.wait(relative, settled.next) : admit(file);
      }
    }
  };

  const admit = async (file: File): Promise<void> => {
    const taken = await takeIn(parts, file, signal);
    if (!taken.ok) return admitLater(file, taken.problem);
    tracker.forget(file.relative);
    if (taken.value === 'asks') on({ kind: 'asks', path: file.relative });
    else tell(file.relative, taken.value);
  };

  const tell = (path: string, { outcome, jobId, sha256 }: Admitted): void => {
    if (outcome === 'again') throw new Error('A hot folder never asks for a photo again.');
    on({ kind: outcome, path, jobId, sha256 });
    if (outcome === 'already') inBackground(afterwards(parts, jobId, signal));
  };

  const gone = (relative: string): void => {
    tracker.forget(relative);
    ledger.drops.forget(folder.id, relative);
  };

  const admitLater = async (file: File, problem: Problem): Promise<void> => {
    if (problem.code === 'aborted') return;
    if (problem.code !== 'file-changed') return putOff(file, 'unreadable', problem);
    // F51: the copy that was read is void; the new content settles like any other
    const look = await lookInFolder(below(folder.path, file.relative));
    if (look === null) tracker.forget(file.relative);
    else tracker.see(file.relative, look, clock.mono());
  };

  const putOff = ({ relative, settling }: File, finding: Finding, problem: Problem): void => {
    const settled = lookedInto(settling, finding, clock.mono(), timing);
    if (settled.do === 'admit') throw new Error(`${finding} is no reason to take a file in.`);
    if (settled.list) list(relative, settling.look, problem);
    tracker.wait(relative, settled.next);
  };

  /** Writes a file into the failed list (F59). */
  const list = (relative: string, look: FileLook, problem: Problem): Sighting => {
    const { code, message } = problem;
    const outcome = 'failed' as const;
    const sighting = { ...look, path: relative, outcome, jobId: null, code, message };
    ledger.sightings.write(folder.id, sighting);
    on({ kind: 'failed', path: relative, problem });
    return sighting;
  };

  const refuse = (relative: string, look: FileLook, problem: Problem): void => {
    const sighting = list(relative, look, problem);
    tracker.forget(relative);
    if (folder.after === 'leave') return;
    const moved = moveToFailed(parts, folder, sighting, problem, signal);
    inBackground(moved.then(() => undefined));
  };

  return {
    see,
    isDealtWith,
    gone,
    async takeDue() {
      for (const file of tracker.due(clock.mono(), BATCH)) {
        if (signal.aborted) return;
        await deal(file);
      }
    },
    async takeGranted() {
      const photos = ledger.drops.granted(folder.id, BATCH);
      const looks: (FileLook | null)[] = [];
      for (const { path } of photos) looks.push(await lookInFolder(below(folder.path, path)));
      if (signal.aborted) return false;
      const isThere = (photo: FileLook, at: number) => {
        const look = looks[at];
        return look !== null && look !== undefined && sameLook(look, photo);
      };
      const taken = ledger.transaction(() =>
        photos.filter(isThere).map((photo) => ({ photo, admitted: admitDropped(parts, photo) })),
      );
      for (const { photo, admitted } of taken) tell(photo.path, admitted);
      for (const [at, photo] of photos.entries()) {
        if (isThere(photo, at)) continue;
        gone(photo.path);
        // what is in its place is another photo
        const look = looks[at];
        if (look) see(photo.path, look);
      }
      return photos.length > 0;
    },
  };
}
