import type { DeletionQuestion } from '#shared/views/command-line.ts';
import type { Problem } from '#shared/problem.ts';
import type { CustomModelUses } from '#shared/views/custom-models.ts';
import { isYes, type Ask } from '../ask.ts';

/** Asks the person, who is told what is lost with it and what is not; null when the input ends. */
export async function askAboutDeletion(
  ask: Ask,
  deletion: DeletionQuestion,
): Promise<string | null> {
  const { uses, hasRelease } = deletion;
  const used = usedBy(uses);
  const question = [
    `Delete the ${nameOf(deletion)}? It is lost with its photos at the service and its card, for all who use this account.`,
    ...(hasRelease ? ['The copy of its release file stays in the data folder.'] : []),
    ...(used === '' ? [] : [`It is used by ${used}; what wants it is held then.`]),
    ...(uses.delivered === 0 ? [] : [`Images made with it stay: ${uses.delivered}.`]),
  ].join(' ');
  return isYes(await ask(`${question} [y/N] `)) ? 'yes' : null;
}

/** Why one that is used is not deleted without a question. */
export function inUseProblem(deletion: DeletionQuestion): Problem {
  const message = `The ${nameOf(deletion)} is used by ${usedBy(deletion.uses)}. Nothing was deleted; --even-if-used deletes it all the same, and what wants it is held then.`;
  return { code: 'own-in-use', message };
}

function nameOf({ of, id, name }: DeletionQuestion): string {
  return name === '' ? `${of} ${id}` : `${of} ${id} (${name})`;
}

/** In words; '' for nothing. */
function usedBy({ recipes, hotFolders, waiting }: CustomModelUses): string {
  const named = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`the ${what}${names.length === 1 ? '' : 's'} ${names.join(', ')}`];
  return [
    ...named('recipe', recipes),
    ...named('drop folder', hotFolders),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'job that waits' : 'jobs that wait'}`]),
  ].join(' and ');
}
