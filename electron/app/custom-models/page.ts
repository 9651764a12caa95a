import type { Input } from '#shared/ipc.ts';
import { customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CustomModelCard, CustomModelPage } from '#shared/views/custom-models.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import type { Studio } from '../../studio.ts';
import type { Session } from '../session/session.ts';
import { knownCustomModel } from './find.ts';
import { creationsOf, customModelCardOf } from './cards.ts';

/** Returns a page of the account's custom models or scenes, with the unfinished creations. */
export async function customModelPage(
  session: Pick<Session, 'studio' | 'further'>,
  { kind, filter, offset, limit }: Input<'custom-models.page'>,
): Promise<CustomModelPage> {
  const studio = session.studio();
  const { ledger, customModels } = studio;
  const { total, rows } = ledger.customModels.page(kind, filter, offset, limit);
  return {
    total,
    rows: await Promise.all(rows.map((row) => customModelCardOf(studio, row))),
    creations: creationsOf(session, ledger.creations.shown(kind)),
    inAccount: ledger.customModels.count(kind),
    most: customModelFacts[kind].perAccount,
    ...ledger.customModels.words(kind),
    ...customModels.sync(),
  };
}

/** Returns one custom model or scene. Problem: own-unknown. */
export function customModelCard(
  studio: Studio,
  { kind, id }: { readonly kind: CustomModelKind; readonly id: number },
): Promise<Outcome<CustomModelCard>> {
  return cardAfter(studio, knownCustomModel(studio.ledger, kind, id));
}

/** Returns the card of a row after it was changed. */
export async function cardAfter(
  studio: Studio,
  row: Outcome<CustomModelRow>,
): Promise<Outcome<CustomModelCard>> {
  return row.ok ? success(await customModelCardOf(studio, row.value)) : row;
}
