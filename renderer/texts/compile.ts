import { IntlMessageFormat } from 'intl-messageformat';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Message, Part } from './message.ts';

/** An element of the library's syntax tree, as far as our texts have them. */
interface Element {
  readonly type: number;
  readonly value?: string;
  readonly style?: unknown;
  readonly offset?: number;
  readonly pluralType?: string | undefined;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}
type Texts = Readonly<Record<string, string>>;

/** What the library calls the kinds of them. */
const kinds = { literal: 0, argument: 1, number: 2, plural: 6, sign: 7 } as const;

/** The files that gather all that a language says, which are worked on whole. */
const GATHERED = /\/renderer\/texts\/[a-z]{2}(?:-[A-Z]{2})?\.ts$/u;

/**
 * Parses every message of the screens while they are built, so that no page carries a parser or waits for
 * one. A text that uses more of ICU's syntax than `message.ts` knows fails the build.
 */
export function compiledTexts(): Plugin {
  return {
    name: 'darkslide:compiled-texts',
    enforce: 'pre',
    async load(id) {
      if (!GATHERED.test(id)) return null;
      const gathered = (await import(pathToFileURL(id).href)) as Readonly<Record<string, object>>;
      const exported = Object.entries(gathered).map(([name, said]) => {
        const compiled =
          'texts' in said
            ? { ...said, texts: compileAll(said.texts as Texts) }
            : compileAll(said as Texts);
        // much quicker to read than the same as a script
        return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
      });
      return exported.join('\n');
    },
  };
}

function compileAll(texts: Texts): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, compileMessage(text)];
      } catch (error) {
        throw new Error(`The text "${key}" cannot be made: ${text}`, { cause: error });
      }
    }),
  );
}

/** Parses one ICU message. Throws for a wrong one, and for kinds that our texts have no need of. */
export function compileMessage(text: string): Message {
  const tree: readonly Element[] = new IntlMessageFormat(text, 'en', undefined, {
    ignoreTag: true,
  }).getAst();
  const parts = tree.map((element) => partOf(element, null));
  if (parts.length === 0) return '';
  const [first] = parts;
  return parts.length === 1 && typeof first === 'string' ? first : parts;
}

/** `counted`: the value that the plural around the element counts. */
function partOf(element: Element, counted: string | null): Part {
  const { type, value = '', style, options = {} } = element;
  if (type === kinds.literal) return value;
  if (type === kinds.argument) return [value];
  if (type === kinds.number && !style) return [value, 'number'];
  if (type === kinds.sign && counted !== null) return [counted, 'number'];
  if (type === kinds.plural && element.offset === 0 && element.pluralType === 'cardinal') {
    const choices = Object.entries(options).map(([choice, said]) => [
      choice,
      said.value.map((inner) => partOf(inner, value)),
    ]);
    return [value, 'plural', Object.fromEntries(choices)];
  }
  throw new Error(`Texts are made without elements of the kind ${type}.`);
}
