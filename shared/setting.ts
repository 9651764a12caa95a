import * as v from 'valibot';
import { between } from './contract/schemas.ts';

/**
 * Whether a setting is imported from a settings file, which is not trusted. `taken`: always. `folder`: only if it is a
 * folder on this computer. `never`: only the user sets it in Darkslide; this is for everything that opens a port, sends
 * data to others, decides whom to trust, turns updates off, or could make the service charge twice.
 */
export type FromFile = 'taken' | 'folder' | 'never';

type Schema = v.GenericSchema;

/** The declaration of a setting. */
export interface Setting<S extends Schema = Schema> {
  readonly fromFile: FromFile;
  /** The setting's name in English; other languages translate it. */
  readonly label: string;
  readonly schema: S;
  /** The default value. */
  readonly usual: v.InferOutput<S>;
  /** The section of the settings that shows it as a number field; absent if it has no such field. */
  readonly field?: {
    readonly section: 'money' | 'work';
    readonly unit: 'images' | 'money' | 'photos' | 'atOnce' | 'minutes';
  };
}

/** Minimum and maximum of a whole number. */
export type Range = readonly [least: number, most: number];

/** A group of settings that are changed together. */
export type SettingGroup = Readonly<Record<string, Setting>>;
export type DeclaredSettings = Readonly<Record<string, Setting | SettingGroup>>;

export function setting<S extends Schema>(
  fromFile: FromFile,
  label: string,
  schema: S,
  usual: v.InferOutput<S>,
): Setting<S> {
  return { fromFile, label, schema, usual };
}

/** Declares a setting that is a whole number. */
export function wholeNumber(fromFile: FromFile, label: string, range: Range, usual: number) {
  return { ...setting(fromFile, label, between(...range), usual), range };
}

/** Declares a setting that is a whole number or null, which is the default. */
export function wholeNumberOrNone(fromFile: FromFile, label: string, range: Range) {
  return { ...setting(fromFile, label, v.nullable(between(...range)), null), range };
}

/** The values of a group's settings. */
export type ValuesOf<G> = { readonly [K in keyof G]: ValueOf<G[K]> };
type ValueOf<One> = One extends { readonly schema: infer S extends Schema }
  ? v.InferOutput<S>
  : never;

/** The schemas of a group's settings. */
type SchemasOf<G> = { readonly [K in keyof G]: SchemaIn<G[K]> };
type SchemaIn<One> = One extends { readonly schema: infer S extends Schema } ? S : never;

/** The values of settings and groups. */
export type AllValuesOf<D> = {
  readonly [K in keyof D]: D[K] extends Setting ? ValueOf<D[K]> : ValuesOf<D[K]>;
};
type AllSchemasOf<D> = {
  readonly [K in keyof D]: D[K] extends Setting
    ? SchemaIn<D[K]>
    : v.StrictObjectSchema<SchemasOf<D[K]>, undefined>;
};

/** The paths of settings, such as `inFlight`, or `network.proxy` for a setting in a group. */
export type PathOf<D> = {
  [K in keyof D & string]: D[K] extends Setting ? K : `${K}.${keyof D[K] & string}`;
}[keyof D & string];

export function usualOf<G extends SettingGroup>(group: G): ValuesOf<G> {
  return mapped(group, ({ usual }) => usual) as ValuesOf<G>;
}

export function allUsualOf<D extends DeclaredSettings>(declared: D): AllValuesOf<D> {
  return mapped(declared, (one): unknown =>
    isGroup(one) ? usualOf(one) : one.usual,
  ) as AllValuesOf<D>;
}

export function schemaOf<G extends SettingGroup>(group: G) {
  return v.strictObject(mapped(group, ({ schema }) => schema) as SchemasOf<G>);
}

export function allSchemaOf<D extends DeclaredSettings>(declared: D) {
  const entries = mapped(declared, (one): Schema => (isGroup(one) ? schemaOf(one) : one.schema));
  return v.strictObject(entries as unknown as AllSchemasOf<D>);
}

export function byPath<D extends DeclaredSettings>(
  declared: D,
): Readonly<Record<PathOf<D>, Setting>> {
  const entries = Object.entries(declared).flatMap(([name, one]) =>
    isGroup(one)
      ? Object.entries(one).map(([key, each]) => [`${name}.${key}`, each] as const)
      : [[name, one] as const],
  );
  return Object.fromEntries(entries) as Readonly<Record<PathOf<D>, Setting>>;
}

export function isGroup(declared: Setting | SettingGroup): declared is SettingGroup {
  return !('schema' in declared);
}

function mapped<T, R>(given: Readonly<Record<string, T>>, to: (one: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, to(one)]));
}
