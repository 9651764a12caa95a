/** What a mask is called where nobody's language is known: in a log, a problem, a file. */
export function maskName(mask: { readonly name: string | null; readonly number: number }): string {
  return mask.name ?? `Mask ${mask.number}`;
}
