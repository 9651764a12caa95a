import { createHash, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { Dispatcher } from 'undici';
import { tooLong } from './fetch-problems.ts';
import { discard, type Requests } from './get.ts';

/** What a package must turn out to be. */
export interface ExpectedFile {
  /** Bytes. */
  readonly size: number;
  /** base64 */
  readonly sha512: string;
}

/** A package on the disk, as far as it has come. */
export interface PackageFile {
  readonly handle: FileHandle;
  bytes: number;
  /** What proves that a later answer goes on with the same file. */
  validator: string | null;
  append(piece: Buffer): Promise<void>;
  begin(): Promise<void>;
  digest(): string;
}

/** Creates the file of a package; one that is there is replaced. */
export async function openPackageFile(to: string): Promise<PackageFile> {
  // a new file: nothing that lies under its name is opened
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

/** A package on its way from its address into its file. */
export interface PackageDownload {
  readonly url: URL;
  readonly file: PackageFile;
  readonly expected: ExpectedFile;
  /** Hears from 0 to 1. */
  readonly onShare: (share: number) => void;
}

/** Receives one answer into the file, from where the last one ended. */
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

/** The headers that ask for the rest of a package. */
function rangeOf({ bytes, validator }: PackageFile): Record<string, string> {
  if (bytes === 0) return {};
  return { range: `bytes=${bytes}-`, ...(validator !== null && { 'if-range': validator }) };
}

function firstByteOf({ headers }: Dispatcher.ResponseData): number {
  return Number(/^bytes (\d+)-/u.exec(String(headers['content-range'] ?? ''))?.[1]);
}
