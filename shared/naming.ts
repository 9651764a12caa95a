import { countCharacters, cutCharacters } from './characters.ts';
import { nearest } from './nearest.ts';
import { problemOf } from './page-failure.ts';
import type { Problem } from './problem.ts';
import { bytesOf, cutToBytes, longestSegment, safeSegment } from './safe-name.ts';
import { skuOf } from './sku.ts';

/** The tokens of a naming template, with their explanations for forms. */
export const tokens = {
  name: 'name of the photo without its extension',
  ext: 'extension of the photo, without the dot',
  seq: 'number of the job, five digits',
  date: 'day, as 2026-03-31',
  time: 'time of day, as 14-05-09',
  agent: 'agent',
  recipe: 'name of the recipe',
  model: 'fashion model',
  scene: 'scene or location',
  index: 'number of the image in its job',
  version: 'version of the agent',
  folder: 'name of the folder of the photo',
  sku: 'article (SKU) from the name of the photo',
} as const;
export type Token = keyof typeof tokens;

export const defaultTemplate = '{name}_{recipe}_{index}';

/** The values from which a delivered file is named. */
export interface NameValues {
  /** Original file name with its extension; may contain any characters. */
  readonly photoName: string;
  /** File name of the result from which a shop file is made, for which {name} then stands; null for other files. */
  readonly resultName: string | null;
  /** Name of the photo's folder; empty if there is none. */
  readonly folder: string;
  readonly agent: string;
  readonly version: string;
  readonly recipe: string;
  readonly model: string;
  readonly scene: string;
  readonly seq: number;
  /** Number of the image, counted from 1. */
  readonly index: number;
  /** Wall-clock ms; written in local time. */
  readonly at: number;
  /** The user's pattern for {sku}; null for the letters and digits at the start of the name. */
  readonly skuPattern: string | null;
}

const LONGEST_TEMPLATE = 300;
const DEEPEST = 8;
/** A template needs at least one of these tokens; otherwise, all photos would get the same name. */
const telling: readonly Token[] = ['name', 'seq', 'sku', 'time'];

type Piece = { readonly literal: string } | { readonly token: string };

/**
 * Returns all problems of a naming template, in the order of the text (F64). If there are none, every photo gets a path
 * inside the output folder.
 */
export function checkTemplate(template: string): Problem[] {
  if (template.trim() === '') return [wrong('template-invalid.empty')];
  if (countCharacters(template) > LONGEST_TEMPLATE) {
    return [
      problemOf(
        'template-invalid.long',
        { most: LONGEST_TEMPLATE },
        { parameter: 'template', about: `> ${LONGEST_TEMPLATE}` },
      ),
    ];
  }
  const problems = [...checkPath(template), ...checkBraces(template)];
  const named = tokensIn(template);
  for (const token of named.filter((each) => !isToken(each))) problems.push(unknownToken(token));
  if (problems.length === 0 && !named.some((each) => isToken(each) && telling.includes(each))) {
    problems.push(wrong('template-same-names'));
  }
  return problems;
}

function checkPath(template: string): Problem[] {
  if (template.includes('\\')) {
    return [wrong('template-escapes.backslash')];
  }
  if (template.startsWith('/')) return [wrong('template-escapes.slash')];
  if (/^\s*[a-z]:/iu.test(template)) return [wrong('template-escapes.drive')];
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(template)) {
    return [wrong('template-invalid.control')];
  }
  const reserved = /[<>:"|?*]/u.exec(template)?.[0];
  if (reserved !== undefined) {
    return [
      problemOf(
        'template-invalid.character',
        { character: reserved },
        { parameter: 'template', about: reserved },
      ),
    ];
  }
  const segments = template.split('/');
  if (segments.some((segment) => /^[\s.]*\.[\s.]*$/u.test(segment))) {
    return [wrong('template-escapes.dots')];
  }
  if (segments.some((segment) => segment.trim() === '')) {
    return [wrong('template-invalid.folder')];
  }
  if (segments.length > DEEPEST) {
    const of = { parameter: 'template', about: `> ${DEEPEST} /` };
    return [problemOf('template-invalid.deep', { most: DEEPEST }, of)];
  }
  return [];
}

function checkBraces(template: string): Problem[] {
  const left = template.replaceAll(/\{[^{}]*\}/gu, '');
  if (left.includes('{')) {
    return [wrong('template-invalid.open', '{')];
  }
  if (left.includes('}')) return [wrong('template-invalid.close', '}')];
  return [];
}

function unknownToken(token: string): Problem {
  const meant = nearest(token.trim(), Object.keys(tokens));
  const about = `{${token.slice(0, 40)}}`;
  const of = { parameter: 'template', about };
  if (meant !== null) {
    return problemOf('template-token.nearest', { token: about, meant: `{${meant}}` }, of);
  }
  const known = Object.keys(tokens).map((each) => `{${each}}`);
  return problemOf('template-token', { token: about, known: known.join(' ') }, of);
}

type PlainKey =
  | 'template-same-names'
  | `template-escapes.${'backslash' | 'slash' | 'drive' | 'dots'}`
  | `template-invalid.${'empty' | 'control' | 'folder' | 'open' | 'close'}`;

function wrong(key: PlainKey, about?: string): Problem {
  return problemOf(key, {}, { parameter: 'template', ...(about === undefined ? {} : { about }) });
}

/**
 * Returns the path of a delivered file relative to its output folder: with '/' between folders, without extension and
 * collision number. The path is safe for any template and any values: values never add a folder, and every name is
 * valid on all file systems, with at most `longestSegment` bytes; if a name is too long, its longest value is shortened
 * first. Omits folders that would be empty, and the separator before an empty value.
 */
export function renderName(template: string, values: NameValues): string {
  const text = tokenTexts(values);
  const segments = cutCharacters(template, LONGEST_TEMPLATE)
    .split(/[/\\]/u)
    .slice(-DEEPEST)
    .map((segment) => renderSegment(segment, text));
  const file = segments.at(-1) ?? '';
  const folders = segments.slice(0, -1).filter((segment) => segment !== '');
  return [...folders, file === '' ? 'photo' : file].join('/');
}

/**
 * Returns the path with a number that prevents collisions: `name`, `name-2`, `name-3` … for n = 1, 2, 3 …; without
 * extension.
 */
export function numbered(path: string, n: number): string {
  return n === 1 ? path : `${path}-${n}`;
}

function renderSegment(segment: string, text: Readonly<Record<Token, string>>): string {
  const parts = pieces(segment).map((piece) => {
    if ('literal' in piece) return { text: piece.literal, isValue: false };
    if (isToken(piece.token)) return { text: text[piece.token], isValue: true };
    return { text: `{${piece.token}}`, isValue: false };
  });
  const kept = withoutGaps(parts);
  shortenLongest(kept);
  return safeSegment(kept.map((part) => part.text).join(''));
}

interface Part {
  text: string;
  readonly isValue: boolean;
}

/** Removes empty values together with the separator before them; at the start, with the separator after them. */
function withoutGaps(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (const part of parts) {
    const before = kept.at(-1);
    if (part.text === '' && before !== undefined) before.text = before.text.replace(/[-_ .]$/u, '');
    else if (part.text !== '' || part.isValue) kept.push({ ...part });
  }
  const [first, second] = kept;
  if (first?.text === '' && second !== undefined) second.text = second.text.replace(/^[-_ .]/u, '');
  return kept;
}

/**
 * Shortens the longest value until the name fits, so that short values, which often distinguish files, stay complete.
 */
function shortenLongest(parts: readonly Part[]): void {
  const values = parts.filter((part) => part.isValue);
  for (const _ of values) {
    const excess = parts.reduce((sum, part) => sum + bytesOf(part.text), -longestSegment);
    if (excess <= 0) return;
    const longest = values.reduce((a, b) => (bytesOf(b.text) > bytesOf(a.text) ? b : a));
    longest.text = cutToBytes(longest.text, Math.max(1, bytesOf(longest.text) - excess));
  }
}

function tokenTexts(values: NameValues): Record<Token, string> {
  const [name, ext] = splitName(values.photoName);
  const at = new Date(values.at);
  return {
    name: safeSegment(values.resultName === null ? name : splitName(values.resultName)[0]),
    ext: safeSegment(ext.toLowerCase()),
    seq: digits(values.seq, 5),
    date: `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`,
    time: [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => digits(n, 2)).join('-'),
    agent: safeSegment(values.agent),
    recipe: safeSegment(values.recipe),
    model: safeSegment(values.model),
    scene: safeSegment(values.scene),
    index: String(values.index),
    version: safeSegment(values.version),
    folder: safeSegment(values.folder),
    sku: safeSegment(skuOf(name, values.skuPattern)),
  };
}

/** Splits a file name into its beginning and its extension without the dot. */
function splitName(file: string): [string, string] {
  const dot = file.lastIndexOf('.');
  return dot > 0 ? [file.slice(0, dot), file.slice(dot + 1)] : [file, ''];
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function pieces(template: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(/\{([^{}]*)\}/gu)) {
    if (match.index > end) found.push({ literal: template.slice(end, match.index) });
    found.push({ token: match[1] ?? '' });
    end = match.index + match[0].length;
  }
  if (end < template.length) found.push({ literal: template.slice(end) });
  return found;
}

function tokensIn(template: string): string[] {
  return pieces(template).flatMap((piece) => ('token' in piece ? [piece.token] : []));
}

function isToken(text: string): text is Token {
  return Object.hasOwn(tokens, text);
}
