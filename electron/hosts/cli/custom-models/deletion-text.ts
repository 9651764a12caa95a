import type { DeletionQuestion } from '#shared/views/command-line.ts';
import type { Problem } from '#shared/problem.ts';
import type { CustomModelUses } from '#shared/views/custom-models.ts';
import { isYes, type Ask } from '../ask.ts';
import type { Texts } from '../speech.ts';

/** Asks for confirmation, and lists what would be lost and what stays; null at the end of the input. */
export async function askAboutDeletion(
  t: Texts,
  ask: Ask,
  deletion: DeletionQuestion,
): Promise<string | null> {
  const { of: kind, uses, hasRelease } = deletion;
  const used = usedBy(t, uses);
  const question = [
    t('delete.ask', { kind, model: nameOf(t, deletion) }),
    ...(hasRelease ? [t('delete.release')] : []),
    ...(used === '' ? [] : [t('delete.used', { uses: used })]),
    ...(uses.delivered === 0 ? [] : [t('delete.delivered', { count: uses.delivered })]),
  ].join(' ');
  const typed = await ask(t('delete.prompt', { question }));
  return isYes(typed, t('delete.yes')) ? 'yes' : null;
}

/** Returns the problem of a model or scene that is not deleted because it is in use. */
export function inUseProblem(t: Texts, deletion: DeletionQuestion): Problem {
  const [model, uses] = [nameOf(t, deletion), usedBy(t, deletion.uses)];
  return { code: 'own-in-use', message: t('delete.inUse', { kind: deletion.of, model, uses }) };
}

function nameOf(t: Texts, { id, name }: DeletionQuestion): string {
  return name === '' ? t('delete.id', { id }) : t('delete.named', { id, name });
}

/** Returns a text with the uses; empty if there are none. */
function usedBy(t: Texts, { recipes, hotFolders, waiting }: CustomModelUses): string {
  const listed = (names: readonly string[]) => ({ count: names.length, names: names.join(', ') });
  return [
    ...(recipes.length === 0 ? [] : [t('uses.recipes', listed(recipes))]),
    ...(hotFolders.length === 0 ? [] : [t('uses.folders', listed(hotFolders))]),
    ...(waiting === 0 ? [] : [t('uses.jobs', { count: waiting })]),
  ].join(t('uses.and'));
}
