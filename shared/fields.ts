/** What a row of a list holds under one name, and what lists and ledger make of it. */
export interface Field {
  /** Made by `of`: only a type. */
  readonly is: unknown;
  /** Its column on screen; the heading is the text of its name. */
  readonly column?: {
    /** Track of a CSS grid; `cqi` is a hundredth of the list's width. */
    readonly width: string;
    /** px of the list below which it is left out. */
    readonly hideBelow?: number;
  };
  /** Heading of its column on the command line. */
  readonly heading?: string;
  /** Orders by this field, each by its name. */
  readonly sorts?: Readonly<Record<string, 'ascending' | 'descending'>>;
  /** The search of the list finds its text. */
  readonly isSearched?: true;
}

export type Fields = Readonly<Record<string, Field>>;

/** Only a type; there is no value. */
export function of<T>(): T {
  return undefined as T;
}

export type RowOf<F extends Fields> = { readonly [K in keyof F]: F[K]['is'] };

export type SortOf<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly sorts: infer S } ? keyof S & string : never;
}[keyof F];

type Having<F extends Fields, P extends keyof Field> = {
  [K in keyof F]: F[K] extends { readonly [Q in P]: unknown } ? K & string : never;
}[keyof F];

/** The orders that fields declare, in the order of the fields. */
export function sortsOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([by, { sorts = {} }]) =>
    Object.entries(sorts).map(([name, direction]) => ({
      name: name as SortOf<F>,
      by: by as Having<F, 'sorts'>,
      direction,
    })),
  );
}

/** The fields with a column, in their order. */
export function columnsOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([name, { column }]) =>
    column === undefined ? [] : [{ name: name as Having<F, 'column'>, ...column }],
  );
}

/** The fields with a column on the command line, in their order. */
export function headingsOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([name, { heading }]) =>
    heading === undefined ? [] : [{ name: name as Having<F, 'heading'>, heading }],
  );
}

/** The fields that are searched. */
export function searchedOf<F extends Fields>(fields: F): readonly Having<F, 'isSearched'>[] {
  return entriesOf(fields).flatMap(([name, { isSearched }]) =>
    isSearched === true ? [name as Having<F, 'isSearched'>] : [],
  );
}

function entriesOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields);
}
