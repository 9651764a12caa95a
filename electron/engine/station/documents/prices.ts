import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { priceSettings, type Prices } from '#shared/prices.ts';
import { mapOutcome, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { SharedKind } from './kind.ts';

/** The prices in the settings of this station. */
export interface PriceStore {
  read(): Prices;
  /**
   * Checks whether the prices may be changed here; returns a function that changes them. Problem: managed, if the
   * administrator policy sets them.
   */
  check(prices: Prices): Promise<Outcome<() => void>>;
}

/** All prices are one document. */
const ONLY = { localId: 1, subject: 'prices', name: 'prices' };

const document = v.strictObject({
  currency: priceSettings.currency.schema,
  perImage: priceSettings.perImage.schema,
  taxNote: priceSettings.taxNote.schema,
});

/** Returns the kind of the prices, which all stations share as one document. */
export function priceKind(
  store: PriceStore,
  { sharedDocuments }: Pick<Ledger, 'sharedDocuments'>,
): SharedKind {
  const isKnown = () => sharedDocuments.keyOf('prices', ONLY.localId) !== undefined;
  const contentOf = (prices: Prices) => JSON.stringify(v.parse(document, prices));
  return {
    name: 'prices',
    longest: 50_000,
    list() {
      const prices = store.read();
      // a station without prices adopts those of the other stations
      const isShared = prices.perImage.length > 0 || isKnown();
      return isShared ? [{ ...ONLY, content: contentOf(prices) }] : [];
    },
    async check(content) {
      const parsed = v.safeParse(document, content);
      if (!parsed.success) return failure('shared-document.unreadable');
      const allowed = await store.check(parsed.output);
      return mapOutcome(allowed, (change) => ({
        ...ONLY,
        content: contentOf(parsed.output),
        write() {
          change();
          return ONLY.localId;
        },
      }));
    },
    // prices are changed, not removed
    remove: () => true,
    rename: () => null,
  };
}
