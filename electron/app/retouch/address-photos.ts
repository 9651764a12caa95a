import { Readable } from 'node:stream';
import { nameOfAddress } from '#shared/agents/index.ts';
import { causeText, failure, type Outcome } from '#shared/problem.ts';
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
 * Downloads the photo at a web address into the data folder, completely or not at all, and adds it
 * to the filmstrip. It is named after the last part of the address and identified by its content.
 * Problems: photo-address-refused, photo-download-failed, photo-download-offline, file-too-large,
 * those of a proxy, aborted, and those of `takeGivenPhoto`.
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
    // the cause of the interruption says more than the interruption itself
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

/** Passes the bytes on, and records an error in `broken`. */
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
          'file-too-large',
          `"${name}" is larger than ${downloadLimits.image.bytes / MB} MB, so it was not downloaded. Choose a smaller photo.`,
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
  // errors of undici have a code or a cause; anything else is a bug
  if (error instanceof Error && ('code' in error || error.cause !== undefined)) {
    return notDownloaded(name, causeText(error));
  }
  throw error;
}

function refused(name: string, error: Error): Outcome<never> {
  return failure(
    'photo-address-refused',
    `The address of "${name}" is on this network or not encrypted, so Darkslide did not open it. Download the photo yourself and add the file.`,
    { about: name, detail: error.message },
  );
}

function notDownloaded(name: string, detail: string): Outcome<never> {
  return failure(
    'photo-download-failed',
    `"${name}" could not be downloaded, and nothing was added. Check the address, then try again.`,
    { about: name, detail },
  );
}

function offline(name: string): Outcome<never> {
  return failure(
    'photo-download-offline',
    `"${name}" was not downloaded because Darkslide is set to offline. Go online in the network settings, then add it again.`,
    { about: name },
  );
}

function stopped(): Outcome<never> {
  return failure('aborted', 'The download was stopped. Nothing was added.');
}
