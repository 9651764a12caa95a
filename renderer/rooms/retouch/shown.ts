import { modes, type Mode } from '../../viewer/modes.ts';

/** What the room shows: a photo, and one of its results. */
export interface Shown {
  /** Id on the filmstrip; null for none. */
  readonly photo: number | null;
  /** Null shows the photo alone. */
  readonly result: number | null;
  /** How the two are compared. */
  readonly mode: Mode;
}

const usual: Mode = 'split';

/** Reads the address; what makes no sense is left out, because addresses are pasted and old. */
export function readShown(query: URLSearchParams): Shown {
  return {
    photo: idIn(query, 'photo'),
    result: idIn(query, 'result'),
    mode: modes.find((mode) => mode === query.get('view')) ?? usual,
  };
}

/** The conditions of the address. */
export function queryOf({
  photo,
  result,
  mode,
}: Shown): Readonly<Record<string, string | undefined>> {
  return {
    photo: photo?.toString(),
    result: result?.toString(),
    view: mode === usual ? undefined : mode,
  };
}

function idIn(query: URLSearchParams, name: string): number | null {
  const id = Number(query.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
