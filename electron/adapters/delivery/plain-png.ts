/**
 * Of a PNG, ExifTool checks every CRC in Perl, 80 ms a megabyte, unless told to be fast; but then it
 * writes metadata that lies after the pixels twice. `tags` are FileType and Warning as it reads them.
 */
export function isPlainPng(tags: Readonly<Record<string, unknown>>): boolean {
  return tags['FileType'] === 'PNG' && tags['Warning'] === undefined;
}
