import { Readable } from 'node:stream';
import { nameOfAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { causeText, type Outcome } from '#shared/problem.ts';
import type { AddedPhotos } from '#shared/views/retouch.ts';
import {
  DownloadFailure,
  downloadLimits,
  type DownloadAnswer,
} from '../../adapters/network/downloads.ts';
import { ConnectFailure } from '../../adapters/network/failure.ts';
import type { Session } from '../session/session.ts';
import { takeGivenPhoto } from './given-photos.ts';
import { keptName } from '../../base/keep-content.ts';

const MB = 2 ** 20;

/**
 * Downloads the photo at a web address into the data folder, completely or not at all, and adds it to the filmstrip.
 * The photo is named after the last part of the address and identified by its content. Problems: photo-address-refused,
 * photo-download-failed, photo-download-offline, file-too-large, those of a proxy, aborted, and those of
 * `takeGivenPhoto`.
 */
export async function addFromAddress(
  session: Pick<Session, 'dataFolder' | 'ready' | 'studio'>,
  url: string,
  asked: AbortSignal,
): Promise<Outcome<AddedPhotos>> {
  const ready = await session.ready();
  if (!ready.ok) return ready;
  const { downloads, ending } = ready.value;
  const signal = AbortSignal.any([asked, ending]);
  const name = keptName(nameOfAddress(url), 'photo');
  const take = async (answer: DownloadAnswer): Promise<Outcome<AddedPhotos>> => {
    if (answer.statusCode !== 200) return notDownloaded(name, `HTTP status ${answer.statusCode}`);
    const broken: { error?: unknown } = {};
    const content = Readable.from(noted(answer.body, broken));
    const taken = await takeGivenPhoto(session, { name, content }, signal);
    // The cause of the interrupted download says more than the problem of the incomplete file.
    if (!taken.ok && broken.error !== undefined) throw broken.error;
    return taken;
  };
  try {
    const taken = await downloads.get({ url, kind: 'image' }, signal, take);
    return signal.aborted && !taken.ok ? stopped() : taken;
  } catch (error) {
    return signal.aborted ? stopped() : whyNot(error, name);
  }
}

/** Passes the bytes on, and stores a read error in `broken`. */
async function* noted(body: AsyncIterable<Buffer>, broken: { error?: unknown }) {
  try {
    yield* body;
  } catch (error) {
    broken.error = error;
    throw error;
  }
}

function whyNot(error: unknown, name: string): Outcome<never> {
  if (error instanceof DownloadFailure) {
    switch (error.reason) {
      case 'too-large':
        return failure(
          'file-too-large.download',
          { name, megabytes: downloadLimits.image.bytes / MB },
          { about: name },
        );
      case 'address':
      case 'not-encrypted':
        return refused(name, error);
      case 'redirects':
      case 'late':
        return notDownloaded(name, error.message);
    }
  }
  if (error instanceof ConnectFailure) {
    if (error.reason === 'inside') return refused(name, error);
    if (error.reason === 'offline') return offline(name);
    if (error.problem.code.startsWith('proxy-')) return failure(error.problem);
    return notDownloaded(name, causeText(error));
  }
  // Errors of undici have a code or a cause; any other error is a bug.
  if (error instanceof Error && ('code' in error || error.cause !== undefined)) {
    return notDownloaded(name, causeText(error));
  }
  throw error;
}

function refused(name: string, error: Error): Outcome<never> {
  return failure('photo-address-refused', { name }, { about: name, detail: error.message });
}

function notDownloaded(name: string, detail: string): Outcome<never> {
  return failure('photo-download-failed', { name }, { about: name, detail });
}

function offline(name: string): Outcome<never> {
  return failure('photo-download-offline', { name }, { about: name });
}

function stopped(): Outcome<never> {
  return failure('aborted.download');
}
