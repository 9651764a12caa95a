/** Returns the name of a mask for places where the user's language is unknown: a log, a problem or a file. */
export function maskName(mask: { readonly name: string | null; readonly number: number }): string {
  return mask.name ?? `Mask ${mask.number}`;
}
