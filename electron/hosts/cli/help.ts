import stringWidth from 'string-width';
import { Help, type Argument, type Command, type HelpConfiguration, type Option } from 'commander';
import type { HelpTexts } from './speech.ts';

/** Marks where a Chinese line may break. The parser treats it as a space, and it has no width. */
const BREAK = '\uFEFF';
/**
 * Positions between two characters where a Chinese line may break: the first is Chinese, and the second may start a
 * line.
 */
const CHINESE_BREAK = /(?<=[\p{sc=Han}，。、；：！？）”])(?=[^\s，。、；：！？）”])/gu;
/** Width of the output in columns if there is no terminal. */
const USUAL_WIDTH = 80;

const width = (text: string) => stringWidth(text.replaceAll(BREAK, ''));

const usual: Help = Object.assign(new Help(), { displayWidth: width });

/** Wraps text to lines of a width in columns; a Chinese character takes two columns. */
function wrapped(text: string, columns: number): string {
  const breakable = text.replaceAll(CHINESE_BREAK, BREAK);
  return usual.boxWrap(breakable, columns).replaceAll(BREAK, '');
}

/** Returns the parser's settings for help in a language. */
export function helpIn(t: HelpTexts): HelpConfiguration {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': t('title.usage'),
    'Arguments:': t('title.arguments'),
    'Options:': t('title.options'),
    'Global Options:': t('title.global'),
    'Commands:': t('title.commands'),
  };
  const describe = (described: Option | Argument) => withValues(t, described);
  return {
    showGlobalOptions: true,
    displayWidth: width,
    boxWrap: wrapped,
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: describe,
    argumentDescription: describe,
  };
}

function withValues(t: HelpTexts, { description, argChoices, defaultValue }: Option | Argument) {
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  // The default of an option without a value, such as --no-wait, is not useful to readers.
  const value =
    defaultValue === undefined || defaultValue === true ? undefined : JSON.stringify(defaultValue);
  if (choices !== undefined && value !== undefined) {
    return t('extra.both', { text: description, choices, value });
  }
  if (choices !== undefined) return t('extra.choices', { text: description, choices });
  return value === undefined ? description : t('extra.default', { text: description, value });
}

/** The text below the options of a command. */
export interface HelpNotes {
  /** Paragraphs, separated by empty lines. */
  readonly notes?: string;
  /** Commands as they are typed, the same in every language. */
  readonly examples: readonly string[];
}

/** Adds notes and examples below the help of a command. */
export function addNotes(command: Command, t: HelpTexts, { notes, examples }: HelpNotes): Command {
  return command.addHelpText('after', ({ command: shown }) => {
    const columns =
      shown.configureHelp().helpWidth ?? shown.configureOutput().getOutHelpWidth?.() ?? USUAL_WIDTH;
    const title = t('title.examples', { count: examples.length });
    const lines = examples.map((example) => `  ${example}`);
    const paragraphs = notes === undefined ? [] : [wrapped(notes, columns)];
    return `\n${[...paragraphs, [title, ...lines].join('\n')].join('\n\n')}`;
  });
}
