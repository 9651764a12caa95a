import type { DeletionQuestion } from '#shared/views/command-line.ts';
import type { Problem } from '#shared/problem.ts';
import type { CustomModelUses } from '#shared/views/custom-models.ts';
import { isYes, type Ask } from '../ask.ts';

/** Asks for confirmation and lists what is lost and what stays; null when the input ends. */
export async function askAboutDeletion(
  ask: Ask,
  deletion: DeletionQuestion,
): Promise<string | null> {
  const { uses, hasRelease } = deletion;
  const used = usedBy(uses);
  const question = [
    `Delete the ${nameOf(deletion)}? Its photos at the service and its card are deleted too, for everyone who uses this account.`,
    ...(hasRelease ? ['The copy of its release file stays in the data folder.'] : []),
    ...(used === '' ? [] : [`It is used by ${used}; their photos will be held.`]),
    ...(uses.delivered === 0 ? [] : [`Images made with it stay: ${uses.delivered}.`]),
  ].join(' ');
  return isYes(await ask(`${question} [y/N] `)) ? 'yes' : null;
}

/** Returns the problem of a model or scene that is in use and not deleted without confirmation. */
export function inUseProblem(deletion: DeletionQuestion): Problem {
  const message = `The ${nameOf(deletion)} is used by ${usedBy(deletion.uses)}. Nothing was deleted. Add --even-if-used to delete it; photos that use it will be held.`;
  return { code: 'own-in-use', message };
}

function nameOf({ of, id, name }: DeletionQuestion): string {
  return name === '' ? `${of} ${id}` : `${of} ${id} (${name})`;
}

/** Returns the uses in words; '' if there are none. */
function usedBy({ recipes, hotFolders, waiting }: CustomModelUses): string {
  const named = (what: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`the ${what}${names.length === 1 ? '' : 's'} ${names.join(', ')}`];
  return [
    ...named('recipe', recipes),
    ...named('hot folder', hotFolders),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'waiting job' : 'waiting jobs'}`]),
  ].join(' and ');
}
