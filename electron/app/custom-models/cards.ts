import { isWebAddress } from '#shared/agents/index.ts';
import { releaseStanding } from '#shared/own.ts';
import type { OwnCard, OwnCreation } from '#shared/views/own.ts';
import { systemClock } from '../../base/clock.ts';
import type { CreationRow } from '../../adapters/ledger/own-creations.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import { localDay } from '../../adapters/ledger/spending.ts';
import { releaseOf, type ReleasePlace } from './release.ts';
import type { Session } from '../session/session.ts';

/** An own model or scene as a screen shows it. */
export async function ownCardOf(place: ReleasePlace, row: OwnRow): Promise<OwnCard> {
  const { release, images, cover, name, presence, ...rest } = row;
  return {
    ...rest,
    name: row.localName ?? name,
    serviceName: name,
    presence: presence === 'deleted' ? 'gone' : presence,
    photos: images?.length ?? 0,
    hasCover: cover !== '',
    release: release === null ? null : await releaseOf(place, release),
    releaseStanding: releaseStanding(row.expires, localDay(systemClock.wall())),
  };
}

/** Those that are being made or stopped, the newest first. */
export function creationsOf(
  { studio, further }: Pick<Session, 'studio' | 'further'>,
  rows: readonly CreationRow[],
): OwnCreation[] {
  const { own } = studio();
  return rows.flatMap(({ id, kind, name, photos, state, problem, createdAt }) => {
    if (state === 'created' || state === 'away') return [];
    const sent = own.sent(id);
    const pictured = photos.map(({ path, name: file, sha256, bytes }, at) => ({
      path,
      name: file,
      // what only the service fetches has no picture here
      pictureId: isWebAddress(path) ? null : further.know({ source: path, sha256, bytes }),
      sent: sent[at] ?? 0,
    }));
    return { id, kind, name, photos: pictured, state, problem, createdAt };
  });
}
