/** An image of one execution that is already in the ledger. */
export interface KnownImage {
  readonly position: number;
  readonly url: string | null;
}

/**
 * Returns the position in the ledger of each image of an answer, in the answer's order. A result
 * has no number of its own (interface: "Result"), and the order of a list may change, so an image
 * is identified by its address: first by the full address, then by the address without the
 * signature, which changes each time. Images with unknown addresses get the remaining positions, if
 * possible the same as in the answer, so that no image is mistaken for one that was already
 * delivered.
 */
export function positionsOf(
  known: readonly KnownImage[],
  images: readonly { readonly image: string | null }[],
): number[] {
  const free = new Map(known.map((row) => [row.position, row]));
  const found = new Map<number, number>();
  const take = (at: number, position: number) => {
    found.set(at, position);
    free.delete(position);
  };
  for (const address of [whole, unsigned]) {
    for (const [at, { image }] of images.entries()) {
      const wanted = address(image);
      if (wanted === null || found.has(at)) continue;
      const row = [...free.values()].find(({ url }) => address(url) === wanted);
      if (row !== undefined) take(at, row.position);
    }
  }
  for (const at of images.keys()) if (!found.has(at) && free.has(at)) take(at, at);
  for (const at of images.keys()) {
    const [first] = free.keys();
    if (!found.has(at) && first !== undefined) take(at, first);
  }
  let next = Math.max(-1, ...known.map(({ position }) => position)) + 1;
  return [...images.keys()].map((at) => found.get(at) ?? next++);
}

function whole(url: string | null): string | null {
  return url === '' ? null : url;
}

function unsigned(url: string | null): string | null {
  return whole(url)?.replace(/[?#].*$/, '') ?? null;
}
