import { ownFacts } from '#shared/own.ts';
import type { Outcome, Problem } from '#shared/problem.ts';
import type { OwnUses } from '#shared/views/own.ts';
import { deleteCustomModel, followDeletion } from '../../../app/custom-models/delete.ts';
import { findCustomModel } from '../../../app/custom-models/find.ts';
import { usesOf } from '../../../app/custom-models/uses.ts';
import type { Studio } from '../../../studio.ts';
import { isYes } from '../ask.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse } from '../refuse.ts';
import { withStudio } from '../session.ts';
import type { OwnWords } from './lines.ts';

export interface DeleteOptions {
  readonly yes?: true;
  readonly evenIfUsed?: true;
}

/** ms that the service's answer is waited for; the deletion is written down and goes on later. */
const PATIENCE = 60_000;

/** `delete`: asked about with all that uses it, as in the window, written down, then done by the service. */
export function deleteCommand(
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
  { kind }: OwnWords,
  studio: Studio,
  id: number,
  options: DeleteOptions,
): Promise<ExitStatus | null> {
  const found = await findCustomModel(studio, kind, id, context.interrupted);
  if (!found.ok) return refuse(context, found.problem);
  const { localName, name, release } = found.value;
  const called = localName ?? name;
  const what = called === '' ? `${kind} ${id}` : `${kind} ${id} (${called})`;
  const uses = usesOf(studio.ledger, kind, id);
  if (!uses.ok) return refuse(context, uses.problem);
  // one that is in use is refused below, by the same rule as in the window
  if (uses.value.running.length === 0) {
    const barred = options.yes === true ? whyNotUnasked(what, uses.value, options) : null;
    if (barred !== null) return refuse(context, barred);
    const isAgreed =
      options.yes === true || (await agree(context, what, uses.value, release !== null));
    if (!isAgreed) {
      context.out.warn('Nothing was deleted.');
      return exitStatus.unfinished;
    }
  }
  const deleted = await deleteCustomModel(studio, { kind, id, seen: uses.value.seen });
  return deleted.ok ? null : refuse(context, deleted.problem);
}

/** Nobody was told what uses it. */
function whyNotUnasked(what: string, uses: OwnUses, { evenIfUsed }: DeleteOptions): Problem | null {
  const used = usedBy(uses);
  if (used === '' || evenIfUsed === true) return null;
  const message = `The ${what} is used by ${used}. Nothing was deleted; --even-if-used deletes it all the same, and what wants it is held then.`;
  return { code: 'own-in-use', message };
}

/** Asks the person, who is told what is lost with it and what is not. */
async function agree(
  { ask }: Context,
  what: string,
  uses: OwnUses,
  hasRelease: boolean,
): Promise<boolean> {
  const used = usedBy(uses);
  const { delivered } = uses;
  const question = [
    `Delete the ${what}? It is lost with its photos at the service and its card, for all who use this account.`,
    ...(hasRelease ? ['The copy of its release file stays in the data folder.'] : []),
    ...(used === '' ? [] : [`It is used by ${used}; what wants it is held then.`]),
    ...(delivered === 0 ? [] : [`Images made with it stay: ${delivered}.`]),
  ].join(' ');
  return isYes((await ask?.(`${question} [y/N] `)) ?? null);
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
  studio: Studio,
  id: number,
): Promise<ExitStatus> {
  const over = AbortSignal.any([interrupted, AbortSignal.timeout(PATIENCE)]);
  const deleted: Outcome<null> = await followDeletion(studio, kind, id, over);
  if (deleted.ok) {
    out.result({ [ownFacts[kind].parameter]: id, deleted: true }, `The ${kind} ${id} is deleted.`);
    return exitStatus.done;
  }
  if (deleted.problem.code !== 'aborted') {
    out.problem(deleted.problem);
    return exitStatus.unfinished;
  }
  const message = `The service has not said yet that the ${kind} ${id} is deleted. It is written down: Darkslide asks again when it works on, in a window or with darkslide ${command} delete ${id}.`;
  out.problem({ code: 'service-timeout', message });
  return exitStatus.unfinished;
}
