import { countCharacters } from '#shared/characters.ts';
import {
  customModelFacts,
  customModelTextLimits,
  type CustomModelKind,
} from '#shared/custom-models.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CreationPhoto } from '../../adapters/ledger/creations.ts';
import {
  changedProblem,
  countProblem,
  fullProblem,
  nameProblem,
  twiceProblem,
} from './problems.ts';
import type { CheckedCreation, CreationDraft, CustomModelParts } from './types.ts';

/** The parts of a request that can be checked before its photos are read. */
interface Outline {
  readonly kind: CustomModelKind;
  /** Null if the service chooses the name. */
  readonly name: string | null;
  /** Number of photos. */
  readonly count: number;
}

/** Checks number of photos and name before the photos are read. Problems: own-photos, own-name. */
export function checkOutline({ kind, name, count }: Outline): Outcome<void> {
  if (count === 0 || count > customModelFacts[kind].photos)
    return failure(countProblem(kind, count));
  return name === null || isName(name) ? success() : failure(nameProblem());
}

/**
 * Checks a request, and reads its photos once more, so that the photos that are recorded are those that were checked.
 * Problems: see `CustomModels.check`.
 */
export async function checkRequest(
  { ledger, copies }: Pick<CustomModelParts, 'ledger' | 'copies'>,
  { kind, name, photos }: CreationDraft,
  signal: AbortSignal,
): Promise<Outcome<CheckedCreation>> {
  const given = name?.trim() ?? null;
  const outline = checkOutline({ kind, name: given, count: photos.length });
  if (!outline.ok) return outline;
  if (ledger.customModels.count(kind) >= customModelFacts[kind].perAccount)
    return failure(fullProblem(kind));
  const looked: CreationPhoto[] = [];
  for (const { path, sha256 } of photos) {
    const outcome = await copies.look(kind, path, signal);
    if (!outcome.ok) return outcome;
    const { name: file, bytes, problem } = outcome.value;
    if (outcome.value.sha256 !== sha256) return failure(changedProblem(file));
    if (problem !== null) return failure(problem);
    if (looked.some((other) => other.sha256 === sha256)) {
      return failure(twiceProblem(file));
    }
    looked.push({ path, name: file, sha256, bytes });
  }
  return success({ kind, name: given, photos: looked });
}

/** Returns whether the service accepts the name: not empty, not too long, on one line. */
function isName(name: string): boolean {
  return (
    name !== '' && countCharacters(name) <= customModelTextLimits.name && !/\p{Cc}/u.test(name)
  );
}
