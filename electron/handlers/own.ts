import { ownFacts } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { OwnCard } from '#shared/views/own.ts';
import { systemClock } from '../base/clock.ts';
import type { OwnRow } from '../ledger/own.ts';
import { localDay } from '../ledger/spending.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { ownCardOf } from './own-cards.ts';

/** The account's own models and scenes with the studio's cards. */
export function ownHandlers(desk: Pick<Desk, 'studio' | 'touch'>): HandlersOf<'own'> {
  const ledger = () => desk.studio().ledger;
  const card = (row: OwnRow | undefined): Outcome<OwnCard> =>
    row === undefined || row.presence === 'deleted'
      ? unknown()
      : success(ownCardOf(row, localDay(systemClock.wall())));
  return {
    'own.page': ({ kind, filter, offset, limit }) => {
      const { own } = ledger();
      const { total, rows } = own.page(kind, filter, offset, limit);
      return success({
        total,
        rows: rows.map((row) => ownCardOf(row, localDay(systemClock.wall()))),
        creations: [],
        inAccount: own.count(kind),
        most: ownFacts[kind].perAccount,
        ...own.words(kind),
        isRefreshing: false,
        refreshedAt: null,
        problem: null,
      });
    },
    'own.one': ({ kind, id }) => card(ledger().own.get(kind, id)),
    'own.refresh': notBuilt,
    'own.look': notBuilt,
    'own.create': notBuilt,
    'own.again': notBuilt,
    'own.put-away': notBuilt,
    'own.save-card': notBuilt,
    'own.set-release': notBuilt,
    'own.uses': notBuilt,
    'own.delete': notBuilt,
    'own.forget': notBuilt,
    'own.export-cards': notBuilt,
    'own.import-cards': notBuilt,
  };
}

function notBuilt(): Outcome<never> {
  return failure('request-unknown', 'This comes with one of the next changes.');
}

function unknown(): Outcome<never> {
  return failure(
    'own-unknown',
    'This model or scene is not in the account, or not any more. Nothing was changed.',
  );
}
