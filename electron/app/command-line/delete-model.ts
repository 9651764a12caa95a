import type { CommandInput } from '#shared/contract/command-line-channels.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { DeletionEnd } from '#shared/views/command-line.ts';
import type { CustomModelUses } from '#shared/views/custom-models.ts';
import type { Studio } from '../../studio.ts';
import { deleteCustomModel, followDeletion } from '../custom-models/delete.ts';
import { findCustomModel } from '../custom-models/find.ts';
import { usesOf } from '../custom-models/uses.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import type { Work } from './report.ts';
import type { Talk } from './talk.ts';

type Request = CommandInput<'delete-model'>;

/** Time limit in ms for the service's answer; after that time, the recorded deletion continues in the background. */
const PATIENCE = 60_000;

/**
 * `models delete` and `scenes delete`: shows everything that uses the model or scene and asks for confirmation, as the
 * window does; then records the deletion and waits for the service. Problems: those of `reachService`,
 * `findCustomModel` and `deleteCustomModel`.
 */
export function deleteModelCommand(
  place: CommandPlace,
  request: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<DeletionEnd>> {
  return place.withStudio((work) => deleteIn(work, request, talk, signal));
}

async function deleteIn(
  { studio, isOwn }: Work,
  request: Request,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<DeletionEnd>> {
  const { kind, id } = request;
  const reached = await reachService(studio.service, 'refuse', talk, signal);
  if (!reached.ok) return reached;
  const isBegun = studio.ledger.customModels.get(kind, id)?.presence === 'deleting';
  if (isOwn) studio.customModels.start({ sync: false });
  if (!isBegun) {
    const begun = await begin(studio, request, talk, signal);
    if (!begun.ok) return begun;
    if (begun.value !== null) return success(begun.value);
  }
  const over = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const deleted = await followDeletion(studio, kind, id, over);
  return success(
    deleted.ok ? { kind: 'deleted' } : { kind: 'not-deleted', problem: deleted.problem },
  );
}

/** Records the deletion after confirmation. Returns null if it was recorded, otherwise how the command ends. */
async function begin(
  studio: Studio,
  { kind, id, isAgreed, evenIfUsed }: Request,
  { ask }: Talk,
  signal: AbortSignal,
): Promise<Outcome<DeletionEnd | null>> {
  const found = await findCustomModel(studio, kind, id, signal);
  if (!found.ok) return found;
  const { localName, name, release } = found.value;
  const uses = usesOf(studio.ledger, kind, id);
  if (!uses.ok) return uses;
  const question = {
    of: kind,
    id,
    name: localName ?? name,
    uses: uses.value,
    hasRelease: release !== null,
  };
  // If running jobs use the model or scene, the deletion is refused below, by the same rule as in the window.
  if (uses.value.running.length === 0) {
    if (isAgreed && !evenIfUsed && isUsed(uses.value)) {
      return success({ kind: 'in-use', ...question });
    }
    const isWanted = isAgreed || (await ask({ kind: 'delete-model', ...question })) === 'yes';
    if (!isWanted) return success({ kind: 'kept' });
  }
  const deleted = await deleteCustomModel(studio, { kind, id, seen: uses.value.seen });
  return deleted.ok ? success(null) : deleted;
}

function isUsed({ recipes, hotFolders, waiting }: CustomModelUses): boolean {
  return recipes.length + hotFolders.length + waiting > 0;
}
