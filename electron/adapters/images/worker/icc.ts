/** Returns the description in an ICC profile, or null. */
export function profileDescription(icc: Buffer): string | null {
  if (icc.length < 132) return null;
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue;
    const start = icc.readUInt32BE(at + 4);
    return descriptionText(icc.subarray(start, start + icc.readUInt32BE(at + 8)));
  }
  return null;
}

function descriptionText(tag: Buffer): string | null {
  if (tag.length < 28) return null;
  if (tag.toString('latin1', 0, 4) === 'mluc') {
    const length = tag.readUInt32BE(20);
    const start = tag.readUInt32BE(24);
    const text = Buffer.from(tag.subarray(start, start + length - (length % 2)));
    return clean(text.swap16().toString('utf16le'));
  }
  return clean(tag.toString('latin1', 12, 12 + tag.readUInt32BE(8)));
}

function clean(text: string): string | null {
  return text.replace(/\0.*$/s, '').trim() || null;
}

/** Checks whether a profile with this description is sRGB, in which case pixels need no conversion. */
export function isSrgb(description: string | null): boolean {
  return description !== null && /srgb/i.test(description) && !/linear/i.test(description);
}

/** Checks whether a profile with this description is Adobe RGB (1998), or compatible with it. */
export function isAdobeRgb(description: string | null): boolean {
  return description !== null && /adobe ?rgb/i.test(description);
}
