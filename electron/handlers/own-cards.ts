import { releaseStanding } from '#shared/own.ts';
import type { OwnCard, OwnPresence } from '#shared/views/own.ts';
import type { OwnRow } from '../ledger/own.ts';

/** An own model or scene as a screen shows it. `today` is a local day, YYYY-MM-DD. */
export function ownCardOf(row: OwnRow, today: string): OwnCard {
  const { release, images, cover, name, presence, ...rest } = row;
  return {
    ...rest,
    name: row.localName ?? name,
    serviceName: name,
    presence: presence === 'deleted' ? 'gone' : (presence satisfies OwnPresence),
    photos: images?.length ?? 0,
    hasCover: cover !== '',
    release: release === null ? null : { name: release.name, bytes: release.bytes, isHere: true },
    releaseStanding: releaseStanding(row.expires, today),
  };
}
