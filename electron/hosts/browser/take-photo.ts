import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import type { CopiedPhotos } from '#shared/views/folders.ts';
import type { AddedPhotos, KeptPhoto } from '#shared/views/retouch.ts';
import { mostBytesFor, type FilePurpose } from '../../app/retouch/given-photos.ts';
import type { NamedContent } from '../../base/keep-content.ts';
import { releaseTooLarge } from '../../app/custom-models/release.ts';
import { refuse } from './answers.ts';

type GivenPhoto = AddedPhotos | KeptPhoto | CopiedPhotos;

/** Stores the content of a file from a page for a purpose. */
export type TakePhoto = (
  photo: NamedContent,
  purpose: FilePurpose,
  signal: AbortSignal,
) => Promise<Outcome<GivenPhoto>>;

/** Maximum characters of an encoded file name. */
const LONGEST_NAME = 4000;
/** Time in ms without data after which the upload is cancelled. */
const PATIENCE = 20_000;

/** Purposes without an id, except adding a photo to the filmstrip. */
const beside = ['further', 'mask', 'release'] as const satisfies readonly FilePurpose[];
/** The purpose of copying a photo into a hot folder, with the id of the folder. */
const hotFolder = /^hot-folder-([1-9]\d{0,14})$/;

/**
 * Receives a file from the page, and answers with the outcome as JSON. The URL contains `?name=`, and `&for=` unless
 * the file is a photo for the filmstrip (`&for=hot-folder-3`: for the hot folder with this id). The request has already
 * been authenticated. It must state its length, and if it is too long, it is not read.
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
  const purpose = purposeOf(searchParams.get('for') ?? '');
  if (bytes > mostBytesFor(purpose)) return send(response, tooLarge(name, purpose));
  const left = new AbortController();
  const leave = () => left.abort();
  response.once('close', leave);
  request.setTimeout(PATIENCE, leave);
  // checking and copying the photo may take longer
  request.once('end', () => request.setTimeout(0));
  const taken = await take({ name, content: request }, purpose, left.signal);
  response.off('close', leave);
  send(response, taken);
}

function purposeOf(named: string): FilePurpose {
  const id = hotFolder.exec(named)?.[1];
  if (id !== undefined) return { hotFolderId: Number(id) };
  return beside.find((one) => one === named) ?? 'strip';
}

function tooLarge(name: string, purpose: FilePurpose): Outcome<never> {
  if (purpose === 'release') return releaseTooLarge(name);
  return failure('upload-too-large', { name }, { about: name });
}

function send(response: ServerResponse, outcome: Outcome<GivenPhoto>): void {
  if (response.destroyed) return;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    // A refused upload was not read to its end, so the connection cannot be used again.
    ...(outcome.ok ? {} : { connection: 'close' }),
  });
  response.end(JSON.stringify(outcome));
}
