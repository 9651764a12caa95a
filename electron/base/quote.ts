/** Returns one argument quoted as Windows programs parse their command line (CommandLineToArgvW). */
export function quoteForWindows(text: string): string {
  if (text !== '' && !/[\s"]/u.test(text)) return text;
  const escaped = text.replaceAll(/(\\*)"/gu, String.raw`$1$1\"`).replace(/(\\+)$/u, '$1$1');
  return `"${escaped}"`;
}
