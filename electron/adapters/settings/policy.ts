import { isAbsolute, join } from 'node:path';
import { userInfo } from 'node:os';
import * as v from 'valibot';
import { checkTemplate } from '#shared/naming.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { failures, success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkSkuPattern } from '#shared/sku.ts';
import { between } from '#shared/contract/schemas.ts';
import { usualCallback, type CallbackSettings } from '#shared/views/callback.ts';
import { limitedSettings, settings, type Limits } from '#shared/views/settings.ts';
import { checkCallback } from './callback.ts';
import { groupsOf, leavesOf, parts, type Leaves } from './leaves.ts';
import { checkServiceUrl } from './service-address.ts';

/** Settings that the administrator has made for all users of the computer. */
export interface Policy {
  /** Absolute path of the file it was read from. */
  readonly file: string;
  /** Preferences with a fixed value; the user's choice is ignored. */
  readonly enforced: Leaves;
  /** Preferences with a default that the user can change. */
  readonly recommended: Leaves;
  /** Checked address of the only allowed service; null if the user chooses. */
  readonly serviceUrl: string | null;
  /** Maximum values that the user may choose; null for no limit. */
  readonly limits: Limits;
  /** Absolute paths that hot folders, outputs and exports must be inside; null for anywhere. */
  readonly within: readonly string[] | null;
  /**
   * Absolute path of the data folder, which must contain all other data folders; null if the user
   * chooses.
   */
  readonly dataFolder: string | null;
}

// the last used values of the export and the mask editor are not preferences
const { export: _export, mask: _mask, ...rest } = parts;
/** The preferences that a policy may set. */
export const settable: Readonly<Record<string, v.GenericSchema>> = rest;
const some = v.partial(v.strictObject(settable));
const text = v.pipe(v.string(), v.nonEmpty());
const limits = v.partial(v.strictObject(eachLimited((name) => between(...settings[name].range))));

const schema = v.strictObject({
  version: v.literal(1),
  enforced: v.optional(some),
  recommended: v.optional(some),
  service: v.optional(v.strictObject({ url: text })),
  limits: v.optional(limits),
  folders: v.optional(v.strictObject({ within: v.pipe(v.array(text), v.minLength(1)) })),
  dataFolder: v.optional(text),
});
type PolicyFileContent = v.InferOutput<typeof schema>;

/** One error in a policy: its position in the file and the reason in words. */
interface Wrong {
  readonly where: string;
  readonly why: string;
}

/** Reads the text of a policy, and reports all of its errors. Problem: policy-invalid. */
export function parsePolicy(file: string, json: string): Outcome<Policy> {
  const read = parseJson(json);
  if ('wrong' in read) return failure(invalid(file, read.wrong));
  const parsed = v.safeParse(schema, read.value);
  if (!parsed.success) {
    return failures(parsed.issues.map((issue) => invalid(file, wordsOf(issue))));
  }
  const policy = policyOf(file, parsed.output);
  const wrong = whatDoesNotHold(parsed.output, policy);
  return wrong.length === 0 ? success(policy) : failures(wrong.map((one) => invalid(file, one)));
}

function policyOf(file: string, written: PolicyFileContent): Policy {
  const url = written.service === undefined ? null : checkServiceUrl(written.service.url);
  return {
    file,
    enforced: leavesOf(written.enforced ?? {}),
    recommended: leavesOf(written.recommended ?? {}),
    serviceUrl: url?.ok === true ? url.value : null,
    limits: eachLimited((name) => written.limits?.[name] ?? null),
    within: written.folders?.within.map(ofHome) ?? null,
    dataFolder: written.dataFolder === undefined ? null : ofHome(written.dataFolder),
  };
}

/**
 * Replaces `~` with the user's home folder as the system reports it, because the environment could
 * override it.
 */
function ofHome(path: string): string {
  return /^~[/\\]/.test(path) ? join(userInfo().homedir, path.slice(2)) : path;
}

/** Returns an object with a value for each setting that can be limited. */
function eachLimited<T>(of: (name: keyof Limits) => T): Record<keyof Limits, T> {
  return Object.fromEntries(limitedSettings.map((name) => [name, of(name)])) as Record<
    keyof Limits,
    T
  >;
}

/** Checks the rules that the schemas of single values cannot express. */
function whatDoesNotHold(written: PolicyFileContent, policy: Policy): readonly Wrong[] {
  const wrong: Wrong[] = [];
  const note = (where: string, why: string | undefined) => {
    if (why !== undefined) wrong.push({ where, why });
  };
  if (written.service !== undefined) {
    const url = checkServiceUrl(written.service.url);
    note('service.url', url.ok ? undefined : url.problem.message);
  }
  for (const group of ['enforced', 'recommended'] as const) {
    const leaves = policy[group];
    const { naming, skuPattern, outFolder, callback } = groupsOf(leaves);
    if (typeof naming === 'string') note(`${group}.naming`, checkTemplate(naming)[0]?.message);
    if (typeof skuPattern === 'string') {
      note(`${group}.skuPattern`, checkSkuPattern(skuPattern)[0]?.message);
    }
    const listen = checkCallback({ ...usualCallback, ...(callback as Partial<CallbackSettings>) });
    if (!listen.ok) note(`${group}.${listen.problem.parameter}`, listen.problem.message);
    note(`${group}.outFolder`, whyNotWhole(outFolder));
    const { 'network.extraCertificates': certificates, 'network.proxyUrl': proxy } = leaves;
    note(`${group}.network.extraCertificates`, whyNotWhole(certificates));
    note(`${group}.network.proxyUrl`, whyNoProxy(proxy));
  }
  for (const path of policy.within ?? []) note('folders.within', whyNotWhole(path));
  note('dataFolder', whyNotWhole(policy.dataFolder));
  for (const name of limitedSettings) {
    const [limit, set] = [policy.limits[name], policy.enforced[name]];
    if (limit === null || set === undefined || Number(set ?? Infinity) <= limit) continue;
    note(`enforced.${name}`, `It is above limits.${name}, which is ${limit}.`);
  }
  return wrong;
}

function whyNotWhole(path: unknown): string | undefined {
  if (typeof path !== 'string' || isAbsolute(path)) return undefined;
  return `"${path}" is not an absolute path.`;
}

function whyNoProxy(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`);
  const isGood = url !== null && /^https?:$/u.test(url.protocol) && url.pathname === '/';
  if (!isGood) return 'Give it like http://proxy.example.com:8080.';
  if (url.username === '' && url.password === '') return undefined;
  return 'Everybody can read this file, so it holds no name and password of a proxy.';
}

function parseJson(json: string): { readonly value: unknown } | { readonly wrong: Wrong } {
  try {
    return { value: JSON.parse(json.replace(/^\uFEFF/u, '')) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, line, column] = /line (\d+) column (\d+)/u.exec(error.message) ?? [];
    const where = line === undefined ? 'its end' : `line ${line}, column ${column}`;
    return {
      wrong: {
        where,
        why: 'It is not JSON there: a comma, a quote or a bracket is missing or too much.',
      },
    };
  }
}

const NO_OBJECT = 'It must be an object in { }.';

function wordsOf(issue: v.BaseIssue<unknown>): Wrong {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const where = keys.join('.');
  if (issue.type === 'custom') return { where, why: NO_OBJECT };
  if (issue.type !== 'strict_object') {
    return { where, why: `It is ${issue.received}, and must be ${allowed(issue.expected)}.` };
  }
  if (issue.path === undefined) return { where, why: 'The whole file must be one object in { }.' };
  if (issue.received === 'undefined') return { where, why: 'It is missing.' };
  return issue.expected === 'never'
    ? { where, why: `There is no such name; allowed are ${namesAt(keys.slice(0, -1))}.` }
    : { where, why: NO_OBJECT };
}

/** Returns what a schema expects, in words for the user. */
function allowed(expected: string | null): string {
  if (expected === null) return 'another value';
  const bound = /^([<>])=(.*)$/u.exec(expected);
  if (bound !== null) return `${bound[1] === '<' ? 'at most' : 'at least'} ${bound[2]}`;
  const choices = expected.replace(/^\((.*)\)$/u, '$1').split(' | ');
  return choices.map((choice) => kinds[choice] ?? choice).join(' or ');
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list in [ ]',
};

/** Returns the names that the object at this position may have. */
function namesAt(keys: readonly string[]): string {
  let at = entriesOf(schema);
  for (const key of keys) at = entriesOf(at[key]);
  return Object.keys(at).join(', ');
}

function entriesOf(one: unknown): Readonly<Record<string, unknown>> {
  const { wrapped, pipe, entries } = one as Partial<{
    wrapped: unknown;
    pipe: readonly unknown[];
    entries: Record<string, unknown>;
  }>;
  const inner = wrapped ?? pipe?.at(-1);
  return inner === undefined ? (entries ?? {}) : entriesOf(inner);
}

function invalid(file: string, { where, why }: Wrong): Problem {
  const place = where === '' ? file : `${file}: ${where}`;
  return problemOf('policy-invalid', { where: place, why }, { about: place });
}
