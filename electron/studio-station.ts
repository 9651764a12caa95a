import type { Problem } from '#shared/problem.ts';
import type { Clock } from './base/clock.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import { openSharedStudio } from './adapters/shared-studio/shared-studio.ts';
import { readStationFile } from './adapters/shared-studio/station-file.ts';
import { blockedStation, createStation, type Station } from './engine/station/station.ts';
import type { Reporter } from './studio-events.ts';

/**
 * Returns this computer's part in a shared studio; null for a station that works alone. Nothing is connected until
 * `start`.
 */
export async function wireStation(
  folder: string,
  { ledger, reporter, clock }: { ledger: Ledger; reporter: Reporter; clock: Clock },
): Promise<Station | null> {
  const read = readStationFile(folder);
  if (!read.ok) {
    reporter.notice(read.problem);
    return blockedStation(read.problem);
  }
  if (read.value === null) return null;
  const { station, name, ...access } = read.value;
  let last: string | null = null;
  const onTrouble = (problem: Problem | null) => {
    const code = problem?.code ?? null;
    if (problem !== null && code !== last) reporter.notice(problem);
    last = code;
  };
  return createStation({
    shared: await openSharedStudio(access, station),
    ledger,
    clock,
    name,
    onTrouble,
    onMistake: (error) => reporter.mistake(error, 'the shared studio'),
  });
}
