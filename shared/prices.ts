import * as v from 'valibot';
import { agents, findAgent } from './agents/index.ts';
import { between } from './contract/schemas.ts';
import { isCurrency, type Money } from './money.ts';
import { setting, usualOf, type SettingGroup, type ValuesOf } from './setting.ts';

/** Maximum minor units per image; with this maximum, the sum of a million images is still exact. */
export const HIGHEST_PRICE = 1_000_000;
/** Maximum number of prices, which is more than all agents in all versions. */
const MOST_PRICES = 100;

/** The price of one image of an agent. */
const price = v.pipe(
  v.strictObject({
    agent: v.string(),
    /** Null for all versions that do not have a separate price. */
    version: v.nullable(v.string()),
    /** Whole minor units: 20 for EUR 0.20. */
    amount: between(0, HIGHEST_PRICE),
  }),
  v.check(({ agent, version }) => findAgent(agent, version ?? undefined).ok, 'an agent'),
);

const priceList = v.pipe(
  v.array(price),
  v.maxLength(MOST_PRICES),
  v.check(
    (all) => new Set(all.map(({ agent, version }) => `${agent} ${version}`)).size === all.length,
    'one price per agent and version',
  ),
  v.readonly(),
);

/** The prices of the service per generated image; images without a price are only counted. */
export const priceSettings = {
  /** ISO 4217 code. */
  currency: setting(
    'taken',
    'Currency',
    v.pipe(v.string(), v.check(isCurrency, 'a currency')),
    'EUR',
  ),
  perImage: setting('taken', 'Prices per image', priceList, []),
  /** Shown next to amounts, such as `without VAT`. */
  taxNote: setting('taken', 'Tax note', v.pipe(v.string(), v.maxLength(100)), ''),
} satisfies SettingGroup;

export type Prices = ValuesOf<typeof priceSettings>;

export const usualPrices = usualOf(priceSettings);

/** Returns the price of one image of an agent version; null if there is none. */
export function priceOf(
  { currency, perImage }: Prices,
  { agent, version }: { readonly agent: string; readonly version: string },
): Money | null {
  const ofAgent = perImage.filter((one) => one.agent === agent);
  const found =
    ofAgent.find((one) => one.version === version) ?? ofAgent.find((one) => one.version === null);
  return found === undefined ? null : { currency, minor: found.amount };
}

/**
 * Returns the prices per image with another price of an agent version, in minor units; null for none. No price of the
 * agent for all its versions remains, because it would take effect where the user removed a price. An agent with one
 * version keeps its price for all, so that a later version has it too.
 */
export function withPrice(
  prices: Prices,
  changed: { readonly agent: string; readonly version: string },
  amount: number | null,
): Prices['perImage'] {
  const others = prices.perImage.filter(({ agent }) => agent !== changed.agent);
  const versions = agents.filter(({ name }) => name === changed.agent);
  const own = versions.flatMap(({ name, version }) => {
    const minor =
      version === changed.version
        ? amount
        : (priceOf(prices, { agent: name, version })?.minor ?? null);
    const entry = { agent: name, version: versions.length === 1 ? null : version };
    return minor === null ? [] : [{ ...entry, amount: minor }];
  });
  return [...others, ...own];
}

/** Returns the cost of images of an agent at the current prices; null if there are no images, or no price. */
export function costOf(
  prices: Prices,
  agent: { readonly agent: string; readonly version: string },
  images: number,
): Money | null {
  const price = priceOf(prices, agent);
  if (price === null || images === 0) return null;
  return { currency: price.currency, minor: price.minor * images };
}
