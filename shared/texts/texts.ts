import { formatText, type Message, type Values } from './format.ts';

/** All messages of an area in one language. `Texts`: the generated interface of the area, from `keys/`. */
export type Messages<Texts> = Readonly<Record<keyof Texts, Message>>;

/** Returns the text of a key, filled with the values that its message takes. */
export type TextOf<Texts> = <Key extends keyof Texts>(
  key: Key,
  ...values: ValuesOf<Texts, Key>
) => string;

/**
 * The values of a message as the last argument of a function; nothing where it takes none. A key that stands for several
 * messages, such as `view.${View}`, takes the values of all of them.
 */
export type ValuesOf<Texts, Key extends keyof Texts> = [Texts[Key]] extends [null]
  ? []
  : [values: AllOf<Exclude<Texts[Key], null>>];

type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The keys whose messages take no values. */
export type PlainKey<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends null ? Key : never;
}[keyof Texts];

/** Returns the texts of an area in the language of its messages. `locale`: for numbers and plurals. */
export function textsOf<Texts>(messages: Messages<Texts>, locale: string): TextOf<Texts> {
  return (key, ...[values]) => formatText(messages[key], locale, values as Values | undefined);
}
