import { formatText, type Message, type Values } from './format.ts';

/** All messages of an area in one language. `Texts` is the area's generated interface, from `keys/`. */
export type Messages<Texts> = Readonly<Record<keyof Texts, Message>>;

/** Returns the text of a key, with the values that its message needs. */
export type TextOf<Texts> = <Key extends keyof Texts>(
  key: Key,
  ...values: ValuesOf<Texts, Key>
) => string;

/**
 * The values of a message as the last argument of a function; no argument if it needs none. A key that covers
 * several messages, such as `view.${View}`, needs the values of all of them.
 */
export type ValuesOf<Texts, Key extends keyof Texts> = [Texts[Key]] extends [null]
  ? []
  : [values: AllOf<Exclude<Texts[Key], null>>];

type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Keys of messages without values. */
export type PlainKey<Texts> = {
  [Key in keyof Texts]: Texts[Key] extends null ? Key : never;
}[keyof Texts];

/** Returns a function for the texts of an area. `locale` is used for numbers and plurals. */
export function textsOf<Texts>(messages: Messages<Texts>, locale: string): TextOf<Texts> {
  return (key, ...[values]) => formatText(messages[key], locale, values as Values | undefined);
}
