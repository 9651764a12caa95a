import type { Problem } from '#shared/problem.ts';
import type { Clock } from './base/clock.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import { openSharedStudio } from './adapters/shared-studio/shared-studio.ts';
import { readJoinedFile, type StationFile } from './adapters/shared-studio/station-file.ts';
import type { SharedStudio } from './adapters/shared-studio/types.ts';
import { blockedStation } from './engine/station/blocked.ts';
import { createStation, type Station } from './engine/station/station.ts';
import type { Reporter } from './studio-events.ts';
import type { ToolsOptions } from './studio-tools.ts';

interface StationSurroundings {
  readonly ledger: Ledger;
  readonly reporter: Reporter;
  readonly clock: Clock;
  readonly service: ToolsOptions['service'];
}

/** This computer's part in a shared studio. */
export interface Membership {
  readonly station: Station;
  /** How to reach the studio; null if the station's file cannot be read. */
  readonly joined: { readonly shared: SharedStudio; readonly file: StationFile } | null;
}

/**
 * Returns this computer's part in a shared studio; null outside a shared studio. Nothing is connected until
 * `start`.
 */
export async function wireStation(
  folder: string,
  { ledger, reporter, clock, service }: StationSurroundings,
): Promise<Membership | null> {
  const read = readJoinedFile(folder, ledger.membership.studio());
  if (!read.ok) {
    reporter.notice(read.problem);
    return { station: blockedStation(read.problem), joined: null };
  }
  if (read.value === null) return null;
  const { station: id, name, ...access } = read.value;
  ledger.membership.join(read.value.studio);
  let last: string | null = null;
  const onTrouble = (problem: Problem | null) => {
    const code = problem?.code ?? null;
    if (problem !== null && code !== last) reporter.notice(problem);
    last = code;
  };
  const shared = await openSharedStudio(access, id);
  const station = createStation({
    shared,
    ledger,
    clock,
    name,
    account:
      service === null || service.key === null ? null : { url: service.url, key: service.key },
    onTrouble,
    onNotice: reporter.notice,
    onMistake: (error) => reporter.mistake(error, 'the shared studio'),
  });
  return { station, joined: { shared, file: read.value } };
}
