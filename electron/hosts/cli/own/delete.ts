import { ownFacts } from '#shared/own.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { OwnUses } from '#shared/views/own.ts';
import { systemClock } from '../../../base/clock.ts';
import { deleteOwn as requestDeletion, ownUsesOf } from '../../../app/handlers/own-uses.ts';
import type { OwnRow } from '../../../adapters/ledger/own.ts';
import { operationsOf } from '../../../engine/models/kinds.ts';
import { failureProblem, isNo } from '../../../adapters/service/failure-problem.ts';
import type { Studio } from '../../../studio.ts';
import { isYes } from '../ask.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { withStudio } from '../session.ts';
import type { OwnWords } from './lines.ts';
import { unknownProblem } from './problems.ts';

export interface DeleteOptions {
  readonly yes?: true;
  readonly evenIfUsed?: true;
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
    const isBegun = studio.ledger.own.get(kind, id)?.presence === 'deleting';
    studio.own.start({ sync: false });
    const status = isBegun ? null : await begin(context, words, studio, id, options);
    return status ?? untilGone(context, words, studio, id);
  });
}

/** Null when the deletion is written down; else what the command ends with. */
async function begin(
  context: Context,
  words: OwnWords,
  studio: Studio,
  id: number,
  { evenIfUsed, yes }: DeleteOptions,
): Promise<ExitStatus | null> {
  const { out, ask } = context;
  const { kind } = words;
  const found = await find(context, words, studio, id);
  if (!found.ok) return refuse(context, found.problem);
  const row = found.value;
  const name = row.localName ?? row.name;
  const what = name === '' ? `${kind} ${id}` : `${kind} ${id} (${name})`;
  const uses = ownUsesOf(studio.ledger, kind, id);
  const used = usedBy(uses);
  if (uses.running.length === 0) {
    if (used !== '' && evenIfUsed !== true) {
      const message = `The ${what} is used by ${used}. Nothing was deleted; --even-if-used deletes it all the same, and what wants it is held then.`;
      return refuse(context, { code: 'own-in-use', message });
    }
    if (used !== '') out.warn(`The ${what} is used by ${used}.`);
    const question = `Delete the ${what}? It is lost with its photos at the service and its card, for all who use this account; images made with it stay.`;
    if (yes !== true && !isYes((await ask?.(`${question} [y/N] `)) ?? null)) {
      out.warn('Nothing was deleted.');
      return exitStatus.unfinished;
    }
  }
  const deleted = await requestDeletion(studio, row, uses.seen);
  return deleted.ok ? null : refuse(context, deleted.problem);
}

/** What the account holds under the id; it may have been made elsewhere. Problems: own-unknown, the service's. */
async function find(
  { interrupted }: Context,
  { kind }: OwnWords,
  { ledger, service }: Pick<Studio, 'ledger' | 'service'>,
  id: number,
): Promise<Outcome<OwnRow>> {
  const answer = await operationsOf(service, kind).query(id, { signal: interrupted });
  if (!answer.ok) {
    const { failure } = answer;
    const isUnknown = isNo(failure);
    return {
      ok: false,
      problem: isUnknown ? unknownProblem(kind, id, failure) : failureProblem(failure),
    };
  }
  ledger.own.told(kind, [answer.value], false);
  const row = ledger.own.get(kind, id);
  if (row === undefined)
    throw new Error(`The ${kind} ${id} that the service told of is not known.`);
  return success(row);
}

/** In words; '' for nothing. */
function usedBy({ recipes, hotFolders, waiting }: OwnUses): string {
  const named = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`the ${what}${names.length === 1 ? '' : 's'} ${names.join(', ')}`];
  return [
    ...named('recipe', recipes),
    ...named('drop folder', hotFolders),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'job that waits' : 'jobs that wait'}`]),
  ].join(' and ');
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
