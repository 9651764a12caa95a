/** A field of the rows in a list, and how lists and the ledger use the field. */
export interface Field {
  /** The type of the field, declared with `of`; it has no value at run time. */
  readonly is: unknown;
  /** The field's column on screen; its heading is the text for the field's name. */
  readonly column?: {
    /** Width as a CSS grid track; `cqi` is a hundredth of the list's width. */
    readonly width: string;
    /** Width of the list in px below which this column is hidden. */
    readonly hideBelow?: number;
  };
  /** Whether the field has a column on the command line. */
  readonly isPrinted?: true;
  /** The sort orders by this field: name and direction. */
  readonly sorts?: Readonly<Record<string, 'ascending' | 'descending'>>;
  /** Whether searching the list includes this field. */
  readonly isSearched?: true;
}

export type Fields = Readonly<Record<string, Field>>;

/** Declares the type of a field, without a value. */
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

/** Returns the sort orders of the fields, in the order of the fields. */
export function sortsOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([by, { sorts = {} }]) =>
    Object.entries(sorts).map(([name, direction]) => ({
      name: name as SortOf<F>,
      by: by as Having<F, 'sorts'>,
      direction,
    })),
  );
}

/** Returns the fields with a column, in their order. */
export function columnsOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([name, { column }]) =>
    column === undefined ? [] : [{ name: name as Having<F, 'column'>, ...column }],
  );
}

/** Returns the names of the fields with a column on the command line, in their order. */
export function printedOf<F extends Fields>(fields: F) {
  return entriesOf(fields).flatMap(([name, { isPrinted }]) =>
    isPrinted === true ? [name as Having<F, 'isPrinted'>] : [],
  );
}

/** Returns the searched fields. */
export function searchedOf<F extends Fields>(fields: F): readonly Having<F, 'isSearched'>[] {
  return entriesOf(fields).flatMap(([name, { isSearched }]) =>
    isSearched === true ? [name as Having<F, 'isSearched'>] : [],
  );
}

function entriesOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields);
}
