import { modes, type Mode } from '../../viewer/modes.ts';

/** What the view shows: a photo, and one of its results or masks. */
export interface Shown {
  /** Id of the photo on the filmstrip; null if there is none. */
  readonly photo: number | null;
  /** Id of the result; null to show only the photo. */
  readonly result: number | null;
  /** Id of the result that is compared with `result`; null for the photo. */
  readonly against: number | null;
  /** How the two pictures are compared. */
  readonly mode: Mode;
  /** Id of the mask that is being drawn over the photo; null if there is none. */
  readonly mask: number | null;
}

const usual: Mode = 'split';

/** Reads the address; ignores invalid values, because users paste addresses and keep old ones. */
export function readShown(query: URLSearchParams): Shown {
  return {
    photo: idIn(query, 'photo'),
    result: idIn(query, 'result'),
    against: idIn(query, 'against'),
    mode: modes.find((mode) => mode === query.get('view')) ?? usual,
    mask: idIn(query, 'mask'),
  };
}

/** Returns the query parameters of a view. */
export function queryOf({
  photo,
  result,
  against,
  mode,
  mask,
}: Shown): Readonly<Record<string, string | undefined>> {
  return {
    photo: photo?.toString(),
    result: result?.toString(),
    against: against?.toString(),
    view: mode === usual ? undefined : mode,
    mask: mask?.toString(),
  };
}

function idIn(query: URLSearchParams, name: string): number | null {
  const id = Number(query.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
