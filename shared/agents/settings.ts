import type { Outcome } from '../problem.ts';
import { failure } from '../page-failure.ts';
import { success } from '../problem.ts';
import type { AgentVersion, Kind, ParamValue } from './shape.ts';
import { shown, unknownParameter, valueProblem } from './values.ts';

function wholeNumber(text: string): number | undefined {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

function wholeNumbers(text: string): readonly number[] | undefined {
  if (text.trim() === '') return [];
  const values = text.split(',').map((one) => wholeNumber(one.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Parses text as a value of this kind; returns undefined if that is impossible. Limits are checked later. */
function valueOfText(kind: Kind, text: string): ParamValue | undefined {
  switch (kind.type) {
    case 'choice':
      return typeof kind.choices[0]?.value === 'number' ? wholeNumber(text.trim()) : text.trim();
    case 'integer':
    case 'id':
      return wholeNumber(text.trim());
    case 'ids':
      return wholeNumbers(text);
    case 'boolean': {
      const word = text.trim();
      return word === 'true' ? true : word === 'false' ? false : undefined;
    }
    case 'text':
    case 'colour':
    case 'base64':
    case 'url':
      return text;
  }
}

/**
 * Parses `--set name=value` into the parameter's name and its typed value: whole numbers, true or false, lists of IDs
 * such as `1,2,3`, and text for everything else. `checkParams` checks ranges and rules.
 */
export function parseSetting(
  agent: AgentVersion,
  text: string,
): Outcome<readonly [string, ParamValue]> {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  if (at < 0 || name === '') {
    return failure('setting-malformed', { setting: shown(text) });
  }
  const parameter = agent.params.find((one) => one.name === name);
  if (parameter === undefined) {
    const names = agent.params.map((one) => one.name);
    return failure(unknownParameter(agent, name, names));
  }
  const value = valueOfText(parameter.kind, text.slice(at + 1));
  if (value === undefined) {
    const problem = valueProblem(parameter, shown(text.slice(at + 1)));
    return failure({ ...problem, parameter: name });
  }
  return success([name, value]);
}

/** Returns the text that `parseSetting` parses into this name and value. */
export function settingText(name: string, value: ParamValue): string {
  return `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`;
}
