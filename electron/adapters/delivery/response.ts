import type { DownloadAnswer } from '#electron/adapters/network/downloads.ts';

/** The part of a file that a response contains. */
export interface Body {
  /** Offset of the first byte. */
  readonly from: number;
  /** Size of the complete file in bytes; null if the server does not state it. */
  readonly total: number | null;
  /**
   * Text with which the server can later prove that another part belongs to the same file; null if
   * the server sent none.
   */
  readonly validator: string | null;
}

/**
 * Returns the part of the file in a response; null if the response is not the requested file
 * starting at `offset`.
 */
export function describeBody(
  { statusCode, headers }: Pick<DownloadAnswer, 'statusCode' | 'headers'>,
  offset: number,
): Body | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return null;
  const validator = strongValidator(headers);
  if (statusCode === 200) return { from: 0, total: count(headers['content-length']), validator };
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/u.exec(String(headers['content-range'] ?? ''));
  if (statusCode !== 206 || range === null) return null;
  const [from, last, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
  return from === offset && last === total - 1 ? { from, total, validator } : null;
}

function strongValidator(headers: DownloadAnswer['headers']): string | null {
  const { etag, 'last-modified': modified } = headers;
  if (typeof etag === 'string' && etag.startsWith('"')) return etag;
  return typeof modified === 'string' ? modified : null;
}

function count(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/u.test(header) ? Number(header) : null;
}
