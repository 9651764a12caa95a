import { isAbsolute, join } from 'node:path';
import { userInfo } from 'node:os';
import * as v from 'valibot';
import { parseJson } from '#shared/json.ts';
import { checkTemplate } from '#shared/naming.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { failures, problemIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Said } from '#shared/said.ts';
import { checkSkuPattern } from '#shared/sku.ts';
import { between } from '#shared/contract/schemas.ts';
import { usualCallback, type CallbackSettings } from '#shared/views/callback.ts';
import { limitKinds, limitNames } from '#shared/spending-limits.ts';
import { limitedSettings, settings, type Limits } from '#shared/views/settings.ts';
import { checkCallback } from './callback.ts';
import { groupsOf, leavesOf, parts, type Leaves } from './leaves.ts';
import { checkServiceUrl } from './service-address.ts';

/** Settings that the administrator has chosen for all users of the computer. */
export interface Policy {
  /** Absolute path of the file from which the policy was read. */
  readonly file: string;
  /** Preferences with a fixed value; the user's choice is ignored. */
  readonly enforced: Leaves;
  /** Preferences with a default that the user can change. */
  readonly recommended: Leaves;
  /** Checked address of the only allowed service; null if the user chooses. */
  readonly serviceUrl: string | null;
  /** Maximum values that the user may choose; null if there is no maximum. */
  readonly limits: Limits;
  /**
   * Absolute paths of the folders that must contain all hot folders, outputs and exports; null for
   * anywhere.
   */
  readonly within: readonly string[] | null;
  /**
   * Absolute path of the data folder, which must contain all other data folders; null if the user
   * chooses.
   */
  readonly dataFolder: string | null;
  readonly studio: StudioPolicy;
}

/** Which shared studio this computer may join. */
export interface StudioPolicy {
  /** `postgres://host:port/database`, with or without a user; null for any address. */
  readonly address: string | null;
  /** Name of the only allowed studio; null for any studio. */
  readonly name: string | null;
  readonly mayJoin: boolean;
  readonly mayLeave: boolean;
}

// `export` and `mask` contain the values that the user last chose in these dialogs; a policy can't set them
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
  studio: v.optional(
    v.strictObject({
      address: v.optional(text),
      name: v.optional(text),
      mayJoin: v.optional(v.boolean(), true),
      mayLeave: v.optional(v.boolean(), true),
    }),
  ),
});
type PolicyFileContent = v.InferOutput<typeof schema>;

/** One error in a policy: its place in the file, and what is wrong. */
interface Wrong {
  readonly where: string;
  readonly why: Said;
}

/** Reads the text of a policy, and reports all of its errors. Problem: policy-invalid. */
export function parsePolicy(file: string, json: string): Outcome<Policy> {
  const read = readJson(json);
  if ('wrong' in read) return failure(invalid(file, read.wrong));
  const parsed = v.safeParse(schema, read.value);
  if (!parsed.success) {
    return failures(parsed.issues.map((issue) => invalid(file, wrongOf(issue))));
  }
  const policy = policyOf(file, parsed.output);
  const wrong = brokenRules(parsed.output, policy);
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
    studio: {
      address: written.studio?.address ?? null,
      name: written.studio?.name ?? null,
      mayJoin: written.studio?.mayJoin ?? true,
      mayLeave: written.studio?.mayLeave ?? true,
    },
  };
}

/**
 * Replaces `~` with the user's home folder. The system reports that folder, because an environment
 * variable could name another folder.
 */
function ofHome(path: string): string {
  return /^~[/\\]/.test(path) ? join(userInfo().homedir, path.slice(2)) : path;
}

/** Returns an object with a value for each setting that a policy can limit. */
function eachLimited<T>(of: (name: keyof Limits) => T): Record<keyof Limits, T> {
  return Object.fromEntries(limitedSettings.map((name) => [name, of(name)])) as Record<
    keyof Limits,
    T
  >;
}

/** Checks the rules that a schema for single values cannot express. */
function brokenRules(written: PolicyFileContent, policy: Policy): readonly Wrong[] {
  const wrong: Wrong[] = [];
  const note = (where: string, why: Said | null | undefined) => {
    if (why) wrong.push({ where, why });
  };
  if (written.service !== undefined) {
    const url = checkServiceUrl(written.service.url);
    note('service.url', problemIn(url));
  }
  for (const group of ['enforced', 'recommended'] as const) {
    const leaves = policy[group];
    const { naming, skuPattern, outFolder, callback } = groupsOf(leaves);
    if (typeof naming === 'string') note(`${group}.naming`, checkTemplate(naming)[0]);
    if (typeof skuPattern === 'string') note(`${group}.skuPattern`, checkSkuPattern(skuPattern)[0]);
    const listen = checkCallback({ ...usualCallback, ...(callback as Partial<CallbackSettings>) });
    if (!listen.ok) note(`${group}.${listen.problem.parameter}`, listen.problem);
    note(`${group}.outFolder`, whyNotWhole(outFolder));
    const { 'network.extraCertificates': certificates, 'network.proxyUrl': proxy } = leaves;
    note(`${group}.network.extraCertificates`, whyNotWhole(certificates));
    note(`${group}.network.proxyUrl`, whyNoProxy(proxy));
  }
  note('studio.address', whyNoDatabase(policy.studio.address));
  for (const path of policy.within ?? []) note('folders.within', whyNotWhole(path));
  note('dataFolder', whyNotWhole(policy.dataFolder));
  for (const name of limitedSettings) {
    const [limit, set] = [policy.limits[name], policy.enforced[name]];
    if (limit === null || set === undefined || Number(set ?? Infinity) <= limit) continue;
    note(`enforced.${name}`, problemOf('policy-invalid.above-limit', { name, limit }));
  }
  for (const { where, missing } of unbound(policy)) {
    note(where, problemOf('policy-invalid.prices', { missing: `enforced.${missing}` }));
  }
  return wrong;
}

/**
 * Returns what does not limit anything, because the user could change the prices or their currency, and the setting
 * that must be enforced as well.
 */
function unbound({ limits, enforced }: Policy): { where: string; missing: string }[] {
  const needs = (where: string, ...settings: readonly string[]) =>
    settings
      .filter((missing) => !Object.hasOwn(enforced, missing))
      .map((missing) => ({ where, missing }));
  const prices = ['prices.currency', 'prices.perImage'] as const;
  return [
    ...moneyLimits.flatMap((name) => [
      ...(limits[name] === null ? [] : needs(`limits.${name}`, ...prices)),
      ...((enforced[name] ?? null) === null ? [] : needs(`enforced.${name}`, ...prices)),
    ]),
    ...(Object.hasOwn(enforced, prices[1]) ? needs(`enforced.${prices[1]}`, prices[0]) : []),
  ];
}

const moneyLimits = limitNames.filter((name) => limitKinds[name].unit === 'money');

function whyNotWhole(path: unknown): Said | undefined {
  if (typeof path !== 'string' || isAbsolute(path)) return undefined;
  return problemOf('policy-invalid.absolute', { path });
}

function whyNoDatabase(text: string | null): Said | undefined {
  if (text === null) return undefined;
  const url = URL.parse(text);
  const isGood =
    url !== null &&
    /^postgres(?:ql)?:$/u.test(url.protocol) &&
    url.hostname !== '' &&
    /^\/[^/]+$/u.test(url.pathname) &&
    url.password + url.search + url.hash === '';
  return isGood ? undefined : problemOf('policy-invalid.database');
}

function whyNoProxy(text: unknown): Said | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//iu.test(text) ? text : `http://${text}`);
  const isGood = url !== null && /^https?:$/u.test(url.protocol) && url.pathname === '/';
  if (!isGood) return problemOf('policy-invalid.proxy');
  if (url.username === '' && url.password === '') return undefined;
  return problemOf('policy-invalid.proxy-sign-in');
}

function readJson(json: string): { readonly value: unknown } | { readonly wrong: Wrong } {
  try {
    return { value: parseJson(json) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, line, column] = /line (\d+) column (\d+)/u.exec(error.message) ?? [];
    if (line === undefined || column === undefined) {
      return { wrong: { where: '', why: problemOf('policy-invalid.json-end') } };
    }
    return { wrong: { where: '', why: problemOf('policy-invalid.json', { line, column }) } };
  }
}

function wrongOf(issue: v.BaseIssue<unknown>): Wrong {
  const keys = (issue.path ?? []).map(({ key }) => String(key));
  const where = keys.join('.');
  const isObject = issue.type === 'custom' || issue.type === 'strict_object';
  if (!isObject) return { where, why: whyNotAllowed(issue) };
  if (issue.path !== undefined && issue.received === 'undefined') {
    return { where, why: problemOf('policy-invalid.missing') };
  }
  if (issue.path !== undefined && issue.expected === 'never') {
    const names = namesAt(keys.slice(0, -1));
    return { where, why: problemOf('policy-invalid.name', { names }) };
  }
  return { where, why: problemOf('policy-invalid.object') };
}

function whyNotAllowed({ received: value, expected, type }: v.BaseIssue<unknown>): Said {
  if (type === 'non_empty' || type === 'min_length') return problemOf('policy-invalid.empty');
  if (expected === null) return problemOf('policy-invalid.not-allowed', { value });
  const [, sign, bound] = /^([<>])=(.*)$/u.exec(expected) ?? [];
  if (bound !== undefined) {
    return sign === '<'
      ? problemOf('policy-invalid.at-most', { value, most: bound })
      : problemOf('policy-invalid.at-least', { value, least: bound });
  }
  const allowed = expected
    .replace(/^\((.*)\)$/u, '$1')
    .split(' | ')
    .join(', ');
  return problemOf('policy-invalid.expected', { value, allowed });
}

/** Returns the names that are allowed in the object at this position. */
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
