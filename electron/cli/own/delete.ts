import { ownFacts } from '#shared/own.ts';
import { systemClock } from '../../base/clock.ts';
import { operationsOf } from '../../own/kinds.ts';
import { failureProblem, isNo } from '../../service/failure-problem.ts';
import type { Studio } from '../../studio.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { withStudio } from '../session.ts';
import type { OwnWords } from './lines.ts';
import { unknownProblem } from './problems.ts';

export interface DeleteOptions {
  readonly yes?: true;
}

/** ms that the service's answer is waited for; the deletion is written down and goes on later. */
const PATIENCE = 60_000;
/** ms between two looks. */
const LOOK = 100;

/** `delete`: refused where something uses it, asked for once, written down, then done by the service. */
export function deleteOwn(
  context: Context,
  words: OwnWords,
  id: number,
  options: DeleteOptions,
): Promise<ExitStatus> {
  const { kind, command } = words;
  if (options.yes !== true && context.ask === null) {
    const message = `The ${kind} cannot be brought back once it is deleted. Say --yes: there is no terminal to ask on.`;
    return Promise.resolve(refuse(context, { code: 'usage', message }));
  }
  const instead = `Or delete it there: a window has ${command} under Models and scenes.`;
  return withStudio(context, { unreachable: 'refuse', instead }, async (studio) => {
    const { own, ledger } = studio;
    const isBegun = ledger.own.get(kind, id)?.presence === 'deleting';
    own.start({ sync: false });
    if (!isBegun) {
      const status = await mayGo(context, words, studio, id, options);
      if (status !== null) return status;
      own.remove(kind, id);
    }
    return untilGone(context, words, studio, id);
  });
}

/** Null when it may be deleted; else what the command ends with. */
async function mayGo(
  context: Context,
  words: OwnWords,
  { ledger, service }: Pick<Studio, 'ledger' | 'service'>,
  id: number,
  { yes }: DeleteOptions,
): Promise<ExitStatus | null> {
  const { out, ask, interrupted } = context;
  const { kind } = words;
  const answer = await operationsOf(service, kind).query(id, { signal: interrupted });
  if (!answer.ok) {
    const { failure } = answer;
    return refuse(
      context,
      isNo(failure) ? unknownProblem(kind, id, failure) : failureProblem(failure),
    );
  }
  ledger.own.told(kind, [answer.value], false);
  const name = ledger.own.get(kind, id)?.localName ?? answer.value.name;
  const what = name === '' ? `${kind} ${id}` : `${kind} ${id} (${name})`;
  if (yes === true || ask === null) return null;
  const question = `Delete the ${what}? The service loses it with its photos, and its card goes; images made with it stay.`;
  if (await ask(question)) return null;
  out.warn('Nothing was deleted.');
  return exitStatus.unfinished;
}

async function untilGone(
  { out, interrupted }: Context,
  { kind, command }: OwnWords,
  { ledger }: Pick<Studio, 'ledger'>,
  id: number,
): Promise<ExitStatus> {
  const over = AbortSignal.any([interrupted, AbortSignal.timeout(PATIENCE)]);
  for (;;) {
    const row = ledger.own.get(kind, id);
    if (row === undefined || row.presence === 'deleted' || row.presence === 'gone') {
      out.result(
        { [ownFacts[kind].parameter]: id, deleted: true },
        `The ${kind} ${id} is deleted.`,
      );
      return exitStatus.done;
    }
    if (row.presence === 'there' && row.problem !== null) {
      out.problem(row.problem);
      return exitStatus.unfinished;
    }
    if (over.aborted) {
      const message = `The service has not said yet that the ${kind} ${id} is deleted. It is written down: Darkslide asks again when it works on, in a window or with darkslide ${command} delete ${id}.`;
      out.problem({ code: 'service-timeout', message });
      return exitStatus.unfinished;
    }
    await systemClock.sleep(LOOK, over);
  }
}
