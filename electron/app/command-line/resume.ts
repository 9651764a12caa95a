import type { CommandInput, CommandResult } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import { createReport, type Work } from './report.ts';
import type { Talk } from './talk.ts';
import { untilIdle } from './until-idle.ts';

/**
 * `resume`: resumes all jobs of the ledger and reports each job when it ends, until aborted or until nothing is left to
 * do. Problems: those of `reachService`.
 */
export function resumeCommand(
  place: CommandPlace,
  input: CommandInput<'resume'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'resume'>>> {
  return place.withStudio((work) => resumeIn(work, input, talk, signal), { takesCommands: true });
}

async function resumeIn(
  work: Work,
  { untilIdle: seconds }: CommandInput<'resume'>,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<CommandResult<'resume'>>> {
  const { studio, isOwn } = work;
  const reached = await reachService(studio.service, 'wait', talk, signal);
  if (!reached.ok) return reached;
  const report = createReport(work, talk, { of: 'all', clock: systemClock });
  try {
    if (isOwn) studio.start();
    await untilIdle(studio.isIdle, seconds, signal);
    return success({ counts: await report.finish() });
  } finally {
    report.close();
  }
}
