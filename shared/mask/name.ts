/** Returns the name of a mask where the user's language is unknown: in a log, a problem, a file. */
export function maskName(mask: { readonly name: string | null; readonly number: number }): string {
  return mask.name ?? `Mask ${mask.number}`;
}
