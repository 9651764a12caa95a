import type { Problem, ProblemCode } from '../problem.ts';
import { countCharacters, cutCharacters } from '../characters.ts';
import { nearest } from '../nearest.ts';
import { problemOf } from '../page-failure.ts';
import type { AgentVersion, Bound, Kind, Parameter } from './shape.ts';

/** Facts on which the limits of a value can depend. */
export interface Facts {
  /** Size of the uploaded photo in px, if known. */
  readonly photoWidth?: number | undefined;
  readonly photoHeight?: number | undefined;
  /** All parameters that are given. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Returns the number of a limit; undefined if the limit depends on something unknown. */
function resolveBound(bound: Bound, facts: Facts): number | undefined {
  if (typeof bound === 'number') return bound;
  if ('parameter' in bound) {
    const other = facts.given[bound.parameter];
    return Number.isSafeInteger(other) ? (other as number) + bound.plus : undefined;
  }
  const side = bound.photo === 'width' ? facts.photoWidth : facts.photoHeight;
  return side === undefined ? undefined : bound.times * side + bound.plus;
}

function signed(offset: number): string {
  return offset < 0 ? `- ${-offset}` : `+ ${offset}`;
}

/** Returns a limit as text: the number if known, otherwise the formula. */
function boundText(bound: Bound, facts: Facts): string {
  const value = resolveBound(bound, facts);
  if (value !== undefined) return String(value);
  if (typeof bound === 'number') return String(bound);
  if ('parameter' in bound) return `${bound.parameter} ${signed(bound.plus)}`;
  return `${bound.times < 0 ? '-' : ''}(${bound.photo} of the photo) ${signed(bound.plus)}`;
}

function choicesOf({ choices }: Extract<Kind, { type: 'choice' }>): string[] {
  return choices.map((choice) => String(choice.value));
}

const noFacts: Facts = { given: {} };

/** Returns the description of a kind, as it follows "must be" in a message. */
export function mustBe(kind: Kind): string {
  switch (kind.type) {
    case 'choice':
      return choicesOf(kind)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1');
    case 'integer': {
      const range = `from ${boundText(kind.min, noFacts)} to ${boundText(kind.max, noFacts)}`;
      return `a whole number ${kind.unit === 'px' ? 'of pixels ' : ''}${range}`;
    }
    case 'boolean':
      return 'true or false';
    case 'text':
      return kind.maxLength === undefined ? 'text' : `text of at most ${kind.maxLength} characters`;
    case 'id':
      return `a number from the list of ${sourceText(kind.source)}`;
    case 'ids':
      return `a list of numbers from the list of ${sourceText(kind.source)}`;
    case 'colour':
      return 'a colour of the form #rrggbb';
    case 'base64':
      return 'a mask image as base64 text without a "data:" prefix';
    case 'url':
      return 'an address that starts with http:// or https://';
  }
}

/**
 * Returns the problem of a value that has the wrong kind or is outside its parameter's limits; `shown` is the quoted
 * value.
 */
export function valueProblem(
  { name, label, kind }: Pick<Parameter, 'name' | 'label' | 'kind'>,
  value: string,
  facts: Facts = noFacts,
): Problem {
  const values = { parameter: { name, label }, value };
  switch (kind.type) {
    case 'choice':
      return problemOf('parameter-type.choice', { ...values, choices: choicesOf(kind) });
    case 'integer': {
      const range = { min: boundText(kind.min, facts), max: boundText(kind.max, facts) };
      return problemOf(kind.unit === 'px' ? 'parameter-type.pixels' : 'parameter-type.integer', {
        ...values,
        ...range,
      });
    }
    case 'text':
      return kind.maxLength === undefined
        ? problemOf('parameter-type.text', values)
        : problemOf('parameter-type.short-text', { ...values, most: kind.maxLength });
    case 'id':
    case 'ids':
      return problemOf(`parameter-type.${kind.type}`, { ...values, list: lists[kind.source] });
    case 'boolean':
    case 'colour':
    case 'base64':
    case 'url':
      return problemOf(`parameter-type.${kind.type}`, values);
  }
}

/** Returns the problem of a parameter that the agent does not have; `names` are the parameters that it has. */
export function unknownParameter(
  { name: agent, version }: Pick<AgentVersion, 'name' | 'version'>,
  name: string,
  names: readonly string[],
): Problem {
  const values = { agent, version, name: shown(name) };
  const meant = nearest(name, names);
  return meant === null
    ? problemOf('parameter-unknown', { ...values, names }, { parameter: name })
    : problemOf('parameter-unknown.nearest', { ...values, meant }, { parameter: name });
}

/** Values that name the template lists in messages, by ID source. */
const lists = {
  locations: 'locations',
  fashionModels: 'fashionModels',
  dimensions: 'dimensions',
  backgrounds: 'backgrounds',
  tags: 'tags',
  'locations.tags': 'sceneTags',
  'fashionModels.tags': 'modelTags',
} as const;

/**
 * Returns the allowed values in a language-independent form: "1–4", "jpg, png", "#rrggbb"; null if there is no short
 * form.
 */
export function limitsOf(kind: Kind, facts: Facts): string | null {
  switch (kind.type) {
    case 'choice':
      return choicesOf(kind).join(', ');
    case 'integer': {
      const min = resolveBound(kind.min, facts);
      const max = resolveBound(kind.max, facts);
      const unit = kind.unit === undefined ? '' : ` ${kind.unit}`;
      return min === undefined || max === undefined ? null : `${min}–${max}${unit}`;
    }
    case 'boolean':
      return 'true, false';
    case 'text':
      return kind.maxLength === undefined ? null : `≤ ${kind.maxLength}`;
    case 'colour':
      return '#rrggbb';
    case 'url':
      return 'http://, https://';
    case 'base64':
      return 'base64';
    case 'id':
    case 'ids':
      return null;
  }
}

const sourceWords = {
  locations: 'scenes',
  fashionModels: 'models',
  dimensions: 'dimensions',
  backgrounds: 'backgrounds',
  tags: 'tags',
  'locations.tags': 'scene tags',
  'fashionModels.tags': 'model tags',
} as const;

function sourceText(source: keyof typeof sourceWords): string {
  return sourceWords[source];
}

const longestShown = 60;

/** Returns a value as it is quoted in messages, shortened if it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return countCharacters(text) > longestShown ? `${cutCharacters(text, longestShown - 1)}…` : text;
}

/** What is wrong with a value: the problem's code and, after a likely typo, the value that was probably meant. */
export interface ValueFault {
  readonly code: ProblemCode;
  readonly meant: string | null;
}

const wrongType: ValueFault = { code: 'parameter-type', meant: null };
const outOfRange: ValueFault = { code: 'parameter-range', meant: null };

export function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Returns a name for the image at a URL: the last part of the path, or otherwise the host. */
export function nameOfAddress(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split('/').findLast((segment) => segment !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Returns whether a text refers to an image: a URL or a file path. */
export function isImageReference(value: string): boolean {
  const hasScheme = /^[a-z][a-z0-9+.-]+:\/\//i.test(value);
  return value.trim() !== '' && (!hasScheme || isWebAddress(value));
}

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value);
}

function textFault(kind: Kind & { type: 'text' }, value: string): ValueFault | undefined {
  const { maxLength } = kind;
  return maxLength !== undefined && countCharacters(value) > maxLength ? outOfRange : undefined;
}

function integerFault(
  kind: Kind & { type: 'integer' },
  value: number,
  facts: Facts,
): ValueFault | undefined {
  const min = resolveBound(kind.min, facts);
  const max = resolveBound(kind.max, facts);
  const below = min !== undefined && value < min;
  const above = max !== undefined && value > max;
  return below || above ? outOfRange : undefined;
}

function choiceFault(kind: Kind & { type: 'choice' }, value: unknown): ValueFault | undefined {
  const values = kind.choices.map((choice) => choice.value);
  if (values.some((allowed) => allowed === value)) return undefined;
  if (typeof value !== typeof values[0]) return wrongType;
  return { code: 'parameter-choice', meant: nearest(String(value), values.map(String)) };
}

/** Returns what is wrong with a value's type or known limits; undefined if it is valid. */
export function valueFault(kind: Kind, value: unknown, facts: Facts): ValueFault | undefined {
  switch (kind.type) {
    case 'choice':
      return choiceFault(kind, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType;
    case 'integer':
      return Number.isSafeInteger(value) ? integerFault(kind, value as number, facts) : wrongType;
    case 'id':
      return Number.isSafeInteger(value) ? undefined : wrongType;
    case 'ids':
      return Array.isArray(value) && value.every(Number.isSafeInteger) ? undefined : wrongType;
    case 'text':
    case 'colour':
    case 'base64':
    case 'url':
      return typeof value === 'string' ? stringFault(kind, value) : wrongType;
  }
}

function stringFault(
  kind: Kind & { type: 'text' | 'colour' | 'base64' | 'url' },
  value: string,
): ValueFault | undefined {
  switch (kind.type) {
    case 'text':
      return textFault(kind, value);
    case 'colour':
      return /^#[0-9a-f]{6}$/i.test(value) ? undefined : wrongType;
    case 'base64':
      return isBase64(value) ? undefined : wrongType;
    case 'url':
      return isWebAddress(value) ? undefined : wrongType;
  }
}
