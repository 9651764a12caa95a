/** Version numbers of Darkslide: `1.2.3` or `1.2.3-beta.4`. */
export const versionPattern =
  /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z-]{1,20}(?:\.[0-9A-Za-z-]{1,20}){0,5})?$/u;

/** Returns whether a version is newer than another, by the rules of Semantic Versioning. */
export function isNewer(version: string, than: string): boolean {
  const [core, before] = partsOf(version);
  const [otherCore, otherBefore] = partsOf(than);
  const byCore = compareParts(core, otherCore);
  if (byCore !== 0) return byCore > 0;
  // A prerelease of 1.2.3 comes before 1.2.3.
  if (before.length === 0 || otherBefore.length === 0) return before.length < otherBefore.length;
  return compareParts(before, otherBefore) > 0;
}

function partsOf(version: string): [core: string[], before: string[]] {
  const [core = '', ...rest] = version.split('-');
  const before = rest.join('-');
  return [core.split('.'), before === '' ? [] : before.split('.')];
}

function compareParts(one: readonly string[], other: readonly string[]): number {
  for (const [place, part] of one.entries()) {
    const against = other[place];
    if (against === undefined) return 1;
    const compared = comparePart(part, against);
    if (compared !== 0) return compared;
  }
  return one.length - other.length;
}

function comparePart(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/u.test(one), /^\d+$/u.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
