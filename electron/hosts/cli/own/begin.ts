import { success, type Outcome } from '#shared/problem.ts';
import type { CreationRow } from '../../../adapters/ledger/own-creations.ts';
import type { OwnRow } from '../../../adapters/ledger/own.ts';
import type { LookedPhoto } from '../../../engine/models/copies.ts';
import type { Studio } from '../../../studio.ts';
import type { Context } from '../context.ts';
import type { OwnWords } from './lines.ts';

/** What came of wanting one: a creation that is carried now, or one that is there already. */
type Begun = { readonly creationId: number } | { readonly already: OwnRow };

interface Wish {
  readonly name?: string;
  readonly again?: true;
}

/**
 * Writes a creation down, unless an earlier command or a window has begun one of the very same photos: that
 * one is gone on with. `again` makes another one whatever is there. Problems: own-uncertain, those of
 * `Own.create` and of looking through the account.
 */
export async function beginCreation(
  { out, interrupted }: Context,
  words: OwnWords,
  { own, ledger }: Pick<Studio, 'own' | 'ledger'>,
  photos: readonly LookedPhoto[],
  { name, again }: Wish,
): Promise<Outcome<Begun>> {
  const { kind, command } = words;
  const contents = photos.map(({ sha256 }) => sha256);
  // what was taken for lost may have come to something since
  if (ledger.creations.madeOf(kind, contents).some(wasSent)) {
    const refreshed = await own.refresh();
    if (!refreshed.ok) return refreshed;
  }
  for (const row of ledger.creations.madeOf(kind, contents)) {
    const made = row.serviceId === null ? undefined : ledger.own.get(kind, row.serviceId);
    const standing = standingOf(row, made);
    if (standing === 'stopped') {
      if (row.problem?.code === 'own-uncertain' && again !== true) {
        const message = `${row.problem.message} darkslide ${command} list shows them; with --again another one is made.`;
        return { ok: false, problem: { ...row.problem, message } };
      }
      own.putAway(row.id);
    } else if (again !== true && standing === 'under-way') {
      out.say(
        `Going on with creation ${row.id}${row.name === null ? '' : `, "${row.name}"`}, which was begun with these photos before. None is made twice; --again makes another one.`,
      );
      return success({ creationId: row.id });
    } else if (
      again !== true &&
      made !== undefined &&
      standing === 'there' &&
      (name ?? row.name) === row.name
    ) {
      return success({ already: made });
    }
  }
  const created = await own.create(kind, name?.trim() ?? null, photos, interrupted);
  return created.ok ? success({ creationId: created.value }) : created;
}

/** It stopped, and its request may have left. */
function wasSent({ state, known }: CreationRow): boolean {
  return state === 'stopped' && known !== null;
}

/** `other`: what it made is failed or is not there any more, so that it stands in nobody's way. */
function standingOf(
  { state }: CreationRow,
  made: OwnRow | undefined,
): 'stopped' | 'under-way' | 'there' | 'other' {
  if (state === 'stopped') return 'stopped';
  if (state !== 'created') return 'under-way';
  if (made?.presence !== 'there') return 'other';
  if (made.status === 'complete') return 'there';
  return made.status === 'failed' ? 'other' : 'under-way';
}
