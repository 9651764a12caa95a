/**
 * Checks whether a PNG can be written with ExifTool's fast option. Without that option, ExifTool checks
 * every CRC in Perl, at 80 ms per megabyte; with it, metadata that comes after the pixels is written
 * twice. `tags` are FileType and Warning as ExifTool reads them.
 */
export function isPlainPng(tags: Readonly<Record<string, unknown>>): boolean {
  return tags['FileType'] === 'PNG' && tags['Warning'] === undefined;
}
