import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, type Outcome } from '#shared/problem.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import { mostBytesFor, type FilePurpose } from '../../app/retouch/given-photos.ts';
import type { NamedContent } from '../../base/keep-content.ts';
import { releaseTooLarge } from '../../app/custom-models/release.ts';
import { refuse } from './answers.ts';

/** Takes a photo by its content, for what it is given. */
export type TakePhoto = (
  photo: NamedContent,
  purpose: FilePurpose,
  signal: AbortSignal,
) => Promise<Outcome<AddedPhotos | KeptPhoto>>;

/** Characters of a name, coded. */
const LONGEST_NAME = 4000;
/** ms without a byte after which nothing more is waited for. */
const PATIENCE = 20_000;

/** What is not for the filmstrip. */
const beside = ['further', 'mask', 'release'] as const satisfies readonly FilePurpose[];

/**
 * Answers a photo that the page sends, `?name=`, and `&for=` where it is not for the filmstrip, and its
 * bytes, with the outcome as JSON. The request is authenticated already. Its length is known
 * beforehand, and one that is too long is not read.
 */
export async function takePhoto(
  request: IncomingMessage,
  response: ServerResponse,
  take: TakePhoto,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://page');
  const name = (searchParams.get('name') ?? '').slice(0, LONGEST_NAME);
  const bytes = Number(request.headers['content-length']);
  if (name === '' || !Number.isSafeInteger(bytes) || bytes <= 0) return refuse(response, 400);
  const named = searchParams.get('for');
  const purpose = beside.find((one) => one === named) ?? 'strip';
  if (bytes > mostBytesFor(purpose)) return send(response, tooLarge(name, purpose));
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  request.setTimeout(PATIENCE, leave);
  const taken = await take({ name, content: request }, purpose, left.signal);
  response.off('close', leave);
  send(response, taken);
}

function tooLarge(name: string, purpose: FilePurpose): Outcome<never> {
  if (purpose === 'release') return releaseTooLarge(name);
  return failure(
    'upload-too-large',
    `"${name}" is too large to add in the browser. Add it in the desktop app, or put it into a hot folder.`,
    { about: name },
  );
}

function send(response: ServerResponse, outcome: Outcome<AddedPhotos | KeptPhoto>): void {
  if (response.destroyed) return;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // what was not read stays on this connection
    ...(outcome.ok ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify(outcome));
}
