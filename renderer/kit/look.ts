import type { Language } from '#shared/language.ts';

export const appearances = ['dark', 'mid', 'light'] as const;
export const spoken = ['en', 'de', 'zh-CN'] as const satisfies readonly Language[];
export const textSizes = ['100', '150', '200'] as const;

/** How the page shows the controls. */
export interface Look {
  readonly appearance: (typeof appearances)[number];
  readonly language: (typeof spoken)[number];
  /** Text size in per cent. */
  readonly text: (typeof textSizes)[number];
}

const oneOf = <T extends string>(all: readonly [T, ...T[]], value: string | null): T =>
  all.find((one) => one === value) ?? all[0];

/** Reads a look from the query of an address, such as `?appearance=light&language=de&text=200`. */
export function lookOf(search: string): Look {
  const query = new URLSearchParams(search);
  return {
    appearance: oneOf(appearances, query.get('appearance')),
    language: oneOf(spoken, query.get('language')),
    text: oneOf(textSizes, query.get('text')),
  };
}
