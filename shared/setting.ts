import * as v from 'valibot';

/**
 * What a settings file, which may come from anybody, does to a setting.
 * `taken`: it is taken over. `folder`: it is taken over where it is a folder of this computer.
 * `never`: only a person sets it. That holds for all that opens a port, sends data out, decides whom to
 * trust, turns updates off or could make the service charge twice.
 */
export type FromFile = 'taken' | 'folder' | 'never';

export interface SettingFacts {
  readonly fromFile: FromFile;
  /** What the setting is called, in English; the window has the words of its language. */
  readonly label: string;
}

/** Declares a setting: what it may be, what it is called, and what a settings file does to it. */
export function setting<S extends v.GenericSchema>(fromFile: FromFile, label: string, schema: S) {
  return v.pipe(
    schema,
    v.metadata<v.InferOutput<S>, { fromFile: FromFile; label: string }>({ fromFile, label }),
  );
}

/** The schema of a setting that says what it must: a type that keeps one from being forgotten. */
interface Declared {
  readonly pipe: readonly [unknown, { readonly metadata: SettingFacts }];
}

/** Settings, each declared by `setting`, and groups of them. */
export type DeclaredSettings = Readonly<
  Record<string, Declared | { readonly entries: Readonly<Record<string, Declared>> }>
>;
