import { createHash, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { tooLong } from './fetch-problems.ts';
import { discard, type Requests } from './get.ts';

/** The size and hash that a package must have. */
export interface ExpectedFile {
  /** Size in bytes. */
  readonly size: number;
  /** SHA-512 in base64. */
  readonly sha512: string;
}

/** A package file while it is being downloaded. */
export interface PackageFile {
  readonly handle: FileHandle;
  bytes: number;
  /** ETag of the response, with which a resumed download continues the same file. */
  validator: string | null;
  append(piece: Buffer): Promise<void>;
  begin(): Promise<void>;
  digest(): string;
}

/** Creates the file of a package, replacing an existing one. */
export async function openPackageFile(to: string): Promise<PackageFile> {
  // An existing file or link is deleted first, so that it is never opened.
  await rm(to, { force: true });
  const handle = await open(to, 'wx', 0o600);
  let hash: Hash = createHash('sha512');
  const part: PackageFile = {
    handle,
    bytes: 0,
    validator: null,
    async append(piece) {
      for (let at = 0; at < piece.length;) {
        const { bytesWritten } = await handle.write(piece, at, null, part.bytes + at);
        at += bytesWritten;
      }
      hash.update(piece);
      part.bytes += piece.length;
    },
    async begin() {
      if (part.bytes === 0) return;
      await handle.truncate(0);
      hash = createHash('sha512');
      part.bytes = 0;
    },
    digest: () => hash.copy().digest('base64'),
  };
  return part;
}

/** The download of a package into its file. */
export interface PackageDownload {
  readonly url: URL;
  readonly file: PackageFile;
  readonly expected: ExpectedFile;
  /** Called with the progress from 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Receives one response into the file, continuing at its current length. */
export async function receive(
  requests: Requests,
  { url, file, expected, onShare }: PackageDownload,
  signal: AbortSignal,
): Promise<void> {
  const response = await requests.get(url, rangeOf(file), signal);
  if (response.statusCode === 200) await file.begin();
  const { etag } = response.headers;
  file.validator = typeof etag === 'string' ? etag : null;
  if (response.statusCode === 206 && firstByteOf(response) !== file.bytes) {
    discard(response);
    await file.begin();
    return;
  }
  for await (const chunk of response.body) {
    await file.append(chunk as Buffer);
    if (file.bytes > expected.size) throw tooLong(url);
    onShare(file.bytes / expected.size);
  }
}

/** Returns the headers that request the rest of a package. */
function rangeOf({ bytes, validator }: PackageFile): Record<string, string> {
  if (bytes === 0) return {};
  return { range: `bytes=${bytes}-`, ...(validator !== null && { 'if-range': validator }) };
}

function firstByteOf({ headers }: Dispatcher.ResponseData): number {
  return Number(/^bytes (\d+)-/u.exec(String(headers['content-range'] ?? ''))?.[1]);
}
