import { IntlMessageFormat } from 'intl-messageformat';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Message, Part } from './message.ts';

/** An element of the library's syntax tree, limited to what the texts use. */
interface Element {
  readonly type: number;
  readonly value?: string;
  readonly style?: unknown;
  readonly offset?: number;
  readonly pluralType?: string | undefined;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}
type Texts = Readonly<Record<string, string>>;

/** The library's codes for the kinds. */
const kinds = { literal: 0, argument: 1, number: 2, plural: 6, sign: 7 } as const;

/** The files that combine all texts of a language; each is compiled as a whole. */
const GATHERED = /\/renderer\/texts\/[a-z]{2}(?:-[A-Z]{2})?\.ts$/u;

/**
 * Parses all messages of the screens during the build, so that no page loads a parser or waits for one. A text that
 * uses ICU syntax unknown to `message.ts` fails the build.
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
        // JSON parses much faster than the same data as script
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

/** Parses one ICU message. Throws for an invalid one, and for syntax that the texts do not need. */
export function compileMessage(text: string): Message {
  const tree: readonly Element[] = new IntlMessageFormat(text, 'en', undefined, {
    ignoreTag: true,
  }).getAst();
  const parts = tree.map((element) => partOf(element, null));
  if (parts.length === 0) return '';
  const [first] = parts;
  return parts.length === 1 && typeof first === 'string' ? first : parts;
}

/** `counted`: the value that the enclosing plural counts. */
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
