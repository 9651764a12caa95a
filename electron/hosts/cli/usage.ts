import type { CommanderError } from 'commander';
import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { Texts } from './speech.ts';
import { valueRefusals, type ValueRefusal } from './values.ts';

type Found = Readonly<Record<string, string | undefined>>;

/** The parser reports errors only in English; these patterns find the parts of each message. */
const errors: Readonly<Record<string, readonly [shape: RegExp, say: Say]>> = {
  'commander.unknownCommand': [
    /^unknown command '(?<name>.*?)'(?:\s\(Did you mean (?:one of )?(?<meant>.*)\?\))?$/su,
    (t, { name = '', meant }) =>
      meant === undefined
        ? t('usage.unknownCommand', { name })
        : t('usage.unknownCommandNear', { name, meant }),
  ],
  'commander.unknownOption': [
    /^unknown option '(?<name>.*?)'(?:\s\(Did you mean (?:one of )?(?<meant>.*)\?\))?$/su,
    (t, { name = '', meant }) =>
      meant === undefined
        ? t('usage.unknownOption', { name })
        : t('usage.unknownOptionNear', { name, meant }),
  ],
  'commander.missingArgument': [
    /^missing required argument '(?<name>.*)'$/su,
    (t, { name = '' }) => t('usage.missingArgument', { name }),
  ],
  'commander.optionMissingArgument': [
    /^option '(?<name>.*)' argument missing$/su,
    (t, { name = '' }) => t('usage.missingValue', { name }),
  ],
  'commander.missingMandatoryOptionValue': [
    /^required option '(?<name>.*)' not specified$/su,
    (t, { name = '' }) => t('usage.missingOption', { name }),
  ],
  'commander.conflictingOption': [
    /^option '(?<name>.*)' cannot be used with option '(?<other>.*)'$/su,
    (t, { name = '', other = '' }) => t('usage.conflict', { name, other }),
  ],
  'commander.excessArguments': [
    /^too many arguments.*\. Expected (?<expected>\d+) arguments? but got \d+: (?<given>.*)\.$/su,
    (t, { expected, given = '' }) => t('usage.tooMany', { expected: Number(expected), given }),
  ],
  'commander.invalidArgument': [
    /^(?:option '(?<option>.*?)' argument '(?<value>.*)' is invalid|command-argument value '(?<given>.*)' is invalid for argument '(?<argument>.*?)')\. (?<why>.*)$/su,
    (t, { option, argument, value, given, why = '' }) =>
      t('usage.invalid', {
        name: option ?? argument ?? '',
        value: value ?? given ?? '',
        reason: reasonText(t, why),
      }),
  ],
};
type Say = (t: Texts, found: Found) => string;

/** Returns the problem for a command line that the parser refused. */
export function usageProblem(t: Texts, error: CommanderError): Problem {
  return problemOf('usage.command-line', { sentence: sentenceOf(t, error) });
}

function sentenceOf(t: Texts, { code, message }: CommanderError): string {
  if (code === 'commander.help') return t('usage.none');
  const text = message.replace(/^error: /u, '').trim();
  const [shape, say] = errors[code] ?? [];
  const found = shape?.exec(text);
  return found === null || found === undefined || say === undefined
    ? text
    : say(t, found.groups ?? {});
}

function reasonText(t: Texts, why: string): string {
  const ours = valueRefusals.find((one): one is ValueRefusal => one === why);
  if (ours !== undefined) return t(`usage.value.${ours}`);
  const choices = /^Allowed choices are (?<choices>.*)\.$/su.exec(why)?.groups?.['choices'];
  return choices === undefined ? why : t('usage.value.choices', { choices });
}
