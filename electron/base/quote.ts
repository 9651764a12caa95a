/** One argument as Windows' programs take their command line apart again (CommandLineToArgvW). */
export function quoteForWindows(text: string): string {
  if (text !== '' && !/[\s"]/u.test(text)) return text;
  const escaped = text.replaceAll(/(\\*)"/gu, String.raw`$1$1\"`).replace(/(\\+)$/u, '$1$1');
  return `"${escaped}"`;
}
