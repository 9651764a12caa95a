import { isWebAddress } from '#shared/agents/index.ts';
import { releaseStatus } from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import type { CustomModelCard, CustomModelCreation } from '#shared/views/custom-models.ts';
import { systemClock } from '../../base/clock.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { releaseOf, type ReleasePlace } from './release.ts';
import type { Session } from '../session/session.ts';

/** Returns a custom model or scene in the form that a screen shows. */
export async function customModelCardOf(
  place: ReleasePlace,
  row: CustomModelRow,
): Promise<CustomModelCard> {
  const { release, images, cover, name, presence, ...rest } = row;
  return {
    ...rest,
    name: row.localName ?? name,
    serviceName: name,
    presence: presence === 'deleted' ? 'gone' : presence,
    photos: images?.length ?? 0,
    hasCover: cover !== '',
    release: release === null ? null : await releaseOf(place, release),
    releaseStatus: releaseStatus(row.expires, localDay(systemClock.wall())),
  };
}

/** Returns the running and stopped creations, newest first. */
export function creationsOf(
  { studio, further }: Pick<Session, 'studio' | 'further'>,
  rows: readonly CreationRow[],
): CustomModelCreation[] {
  const { customModels } = studio();
  return rows.flatMap(({ id, kind, name, photos, state, problem, createdAt }) => {
    if (state === 'created' || state === 'away') return [];
    const sent = customModels.sent(id);
    const pictured = photos.map(({ path, name: file, sha256, bytes }, at) => ({
      path,
      name: file,
      // There is no local picture of a photo that only the service downloads.
      pictureId: isWebAddress(path) ? null : further.know({ source: path, sha256, bytes }),
      sent: sent[at] ?? 0,
    }));
    return { id, kind, name, photos: pictured, state, problem, createdAt };
  });
}
