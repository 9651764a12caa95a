import type { Input } from '#shared/ipc.ts';
import { ownFacts, type OwnKind } from '#shared/own.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { OwnCard, OwnPage } from '#shared/views/own.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import type { Studio } from '../../studio.ts';
import type { Session } from '../session/session.ts';
import { knownCustomModel } from './find.ts';
import { creationsOf, ownCardOf } from './cards.ts';

/** Returns a page of the account's custom models or scenes, and what is being made of photos. */
export async function customModelPage(
  session: Pick<Session, 'studio' | 'further'>,
  { kind, filter, offset, limit }: Input<'own.page'>,
): Promise<OwnPage> {
  const studio = session.studio();
  const { ledger, own } = studio;
  const { total, rows } = ledger.own.page(kind, filter, offset, limit);
  return {
    total,
    rows: await Promise.all(rows.map((row) => ownCardOf(studio, row))),
    creations: creationsOf(session, ledger.creations.shown(kind)),
    inAccount: ledger.own.count(kind),
    most: ownFacts[kind].perAccount,
    ...ledger.own.words(kind),
    ...own.standing(),
  };
}

/** Returns one of them. Problem: own-unknown. */
export function customModelCard(
  studio: Studio,
  { kind, id }: { readonly kind: OwnKind; readonly id: number },
): Promise<Outcome<OwnCard>> {
  return cardAfter(studio, knownCustomModel(studio.ledger, kind, id));
}

/** Returns the card of what was changed. */
export async function cardAfter(studio: Studio, row: Outcome<OwnRow>): Promise<Outcome<OwnCard>> {
  return row.ok ? success(await ownCardOf(studio, row.value)) : row;
}
