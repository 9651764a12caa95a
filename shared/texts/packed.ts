import type { IntlMessageFormat } from 'intl-messageformat';

/** A message as FormatJS parses it. */
export type Parsed = ReturnType<IntlMessageFormat['getAst']>;

/** A parsed message as the build writes it for the window. Without the names of properties, it is a third shorter. */
export type Packed = readonly Part[];

/** Text; null for the number of a plural (`#`); or a placeholder. */
type Part = string | null | Placeholder;

/** The type of the element by FormatJS's code, its name, its style or choices, and for a plural its offset and kind. */
type Placeholder = readonly [
  type: number,
  name: string,
  style?: unknown,
  offset?: number,
  plural?: string,
];

/** Types of elements by FormatJS's codes. Elements with choices, select and plural, have the codes from `select` on. */
const TYPES = { text: 0, select: 5, number: 7 } as const;

/** An element of a parsed message, with the properties of all types. */
interface Element {
  readonly type: number;
  readonly value: string;
  readonly style?: unknown;
  readonly options?: Readonly<Record<string, { readonly value: Parsed }>>;
  readonly offset?: number;
  readonly pluralType?: string | undefined;
}

/** Packs a parsed message. The result is JSON. */
export function pack(parsed: Parsed): Packed {
  const elements: readonly Partial<Element>[] = parsed;
  return elements.map(({ type = 0, value = '', style, options, offset, pluralType }): Part => {
    if (type === TYPES.number) return null;
    if (type === TYPES.text) return value;
    if (options === undefined) return style === undefined ? [type, value] : [type, value, style];
    const choices = mapped(options, (choice) => pack(choice.value));
    return offset === undefined
      ? [type, value, choices]
      : [type, value, choices, offset, pluralType ?? ''];
  });
}

/** Returns the parsed message that was packed. */
export function unpack(packed: Packed): Parsed {
  return packed.map((part) => {
    if (part === null) return { type: TYPES.number };
    if (typeof part === 'string') return { type: TYPES.text, value: part };
    const [type, value, style, offset, pluralType] = part;
    if (type < TYPES.select) return { type, value, style };
    const choices = style as Readonly<Record<string, Packed>>;
    const options = mapped(choices, (choice) => ({ value: unpack(choice) }));
    return { type, value, options, offset, pluralType };
  });
}

function mapped<From, To>(of: Readonly<Record<string, From>>, convert: (from: From) => To) {
  return Object.fromEntries(Object.entries(of).map(([name, from]) => [name, convert(from)]));
}
