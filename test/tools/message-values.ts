import { parseMessage } from '#shared/texts/format.ts';
import type { Parsed } from '#shared/texts/packed.ts';

type Element = Parsed[number];

/**
 * The kind of value that a message accepts for a name. `number`: the message counts or formats the value.
 * `text`: a text or a number.
 */
export type ValueKind = 'text' | 'choice' | 'yes-or-no' | 'number';

/**
 * The kinds in order, from the one that accepts most values to the strictest. If a message uses a name twice,
 * the name gets the stricter kind.
 */
const kinds: readonly ValueKind[] = ['text', 'choice', 'yes-or-no', 'number'];

/** The kind of value for each element of a message, by FormatJS's code. Dates and times are numbers in ms. */
const kindsByCode: Readonly<Record<number, ValueKind>> = {
  1: 'text',
  2: 'number',
  3: 'number',
  4: 'number',
  5: 'choice',
  6: 'number',
};

/** Returns the names of a message's values with their kinds, sorted. Throws if the message is invalid. */
export function valuesOf(message: string): ReadonlyMap<string, ValueKind> {
  const found = new Map<string, ValueKind>();
  const visit = (parsed: string | Parsed): void => {
    for (const element of typeof parsed === 'string' ? [] : parsed) {
      const kind = kindOf(element);
      if (kind !== null && 'value' in element) {
        const before = kinds.indexOf(found.get(element.value) ?? 'text');
        found.set(element.value, kinds[Math.max(before, kinds.indexOf(kind))] ?? kind);
      }
      for (const { value } of optionsOf(element)) visit(value);
    }
  };
  visit(parseMessage(message));
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function kindOf(element: Element): ValueKind | null {
  const kind = kindsByCode[element.type] ?? null;
  const isYesOrNo = kind === 'choice' && 'options' in element && 'true' in element.options;
  return isYesOrNo ? 'yes-or-no' : kind;
}

function optionsOf(element: Element): readonly { readonly value: Parsed }[] {
  return 'options' in element ? Object.values(element.options) : [];
}
