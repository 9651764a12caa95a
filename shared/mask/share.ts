/** Returns the share that a mask keeps (0 to 1) as a percentage that is never rounded to 0 or 100. */
export function shareText(kept: number): string {
  const percent = 100 * kept;
  if (percent < 0.1) return '< 0.1 %';
  if (percent > 99.9) return '> 99.9 %';
  return `${percent < 1 || percent > 99 ? percent.toFixed(1) : Math.round(percent)} %`;
}
