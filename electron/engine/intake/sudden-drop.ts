import { below } from '../../base/paths.ts';
import type { DroppedPhoto } from '../../adapters/ledger/large-drops.ts';
import type { Admission } from './admit.ts';
import { createGathering, type Gathering } from './gather.ts';
import { lookInFolder, sameLook } from './look.ts';
import type { OwnPlaces } from './own-places.ts';
import type { SettleTiming } from './settle.ts';
import { admitDropped, type Taking, type PhotoOrder } from './take.ts';
import { orderFor, type Order } from './ticket.ts';
import type { Tickets } from './tickets.ts';
import type { Tracker } from './tracker.ts';
import type { IntakeEvent, IntakeParts } from './types.ts';

export interface SuddenDropParts extends Taking, Pick<IntakeParts, 'ledger' | 'clock'> {
  readonly timing: SettleTiming;
  readonly tracker: Tracker;
  readonly tickets: Tickets;
  readonly ownPlaces: OwnPlaces;
  readonly on: (event: IntakeEvent) => void;
  /** Called when a photo has been admitted. */
  readonly onAdmitted: (path: string, admitted: Admission) => void;
  /** Called for a file that changed after it was counted; it must settle again like a new file. */
  readonly settleAnew: (relative: string) => Promise<void>;
  readonly stopping: AbortSignal;
}

/**
 * The photos in a sudden drop, counted before any of them is bought: either all are admitted, or all wait for one
 * answer by the user.
 */
export class SuddenDrop {
  readonly #parts: SuddenDropParts;
  readonly #gathering: Gathering;

  constructor(parts: SuddenDropParts) {
    this.#parts = parts;
    this.#gathering = createGathering(parts.timing.settleMs);
  }

  /** Adds a photo. `since`: the monotonic ms since which its file has been unchanged. */
  add(photo: PhotoOrder, since: number): void {
    this.#gathering.add(photo, since);
  }

  /** Returns the monotonic ms of the next check of the drop; Infinity if none is due. */
  nextAt(): number {
    return this.#gathering.nextAt(this.#parts.askAbove());
  }

  /** Buys the photos in a drop once all are counted, or makes all of them wait for one answer. */
  async decide(): Promise<void> {
    const { clock, tracker, stopping } = this.#parts;
    const limit = this.#parts.askAbove();
    const now = clock.mono();
    const isOpen = this.#gathering.photos() > 0 && tracker.nextAt() > now;
    if (!isOpen || this.#gathering.goesOn(tracker.coming(), limit, now)) return;
    const { files } = tracker.coming();
    const wanted: PhotoOrder[] = [];
    const others: string[] = [];
    for (const { photo } of this.#gathering.all()) {
      const order = await this.#orderNow(photo);
      if (order === null) others.push(photo.path);
      else wanted.push({ photo, order });
    }
    // the rest of the drop has not been read, and a partial drop is never decided
    if (stopping.aborted) return;
    const taken = this.#takeOrAsk(wanted, files + others.length, limit);
    // only after the commit: if a full disk prevents the commit, the drop is decided again
    this.#gathering.clear();
    for (const path of others) await this.#parts.settleAnew(path);
    this.#tell(wanted, taken);
  }

  /** Admits at most `most` of the photos that the user approved. Returns the photos that have changed since. */
  async takeGranted(most: number): Promise<{ readonly photos: number; readonly others: string[] }> {
    const { ledger, folder, onAdmitted, stopping } = this.#parts;
    const photos = ledger.largeDrops.granted(folder.id, most);
    const wanted: PhotoOrder[] = [];
    for (const photo of photos) {
      const order = await this.#orderNow(photo);
      if (order !== null) wanted.push({ photo, order });
    }
    if (stopping.aborted) return { photos: 0, others: [] };
    const taken = ledger.transaction(() =>
      wanted.map(({ photo, order }) => ({
        path: photo.path,
        admitted: admitDropped(this.#parts, photo, order),
      })),
    );
    for (const { path, admitted } of taken) onAdmitted(path, admitted);
    const isTaken = new Set(wanted.map(({ photo }) => photo));
    const others = photos.filter((photo) => !isTaken.has(photo)).map(({ path }) => path);
    return { photos: photos.length, others };
  }

  /**
   * Admits the photos in one commit; returns null if the user must confirm the drop. `others`: the
   * number of files in the drop besides these photos.
   */
  #takeOrAsk(
    wanted: readonly PhotoOrder[],
    others: number,
    askAbove: number,
  ): readonly Admission[] | null {
    const { ledger, folder, tracker } = this.#parts;
    const drop = { askAbove, inLine: tracker.settling };
    return ledger.transaction(() => {
      const contents = new Set(wanted.map(({ photo, order }) => contentOf(photo, order)));
      if (ledger.largeDrops.mayTake(folder.id, contents.size, others, drop)) {
        return wanted.map(({ photo, order }) => admitDropped(this.#parts, photo, order));
      }
      for (const { photo } of wanted) ledger.largeDrops.ask(folder.id, photo);
      return null;
    });
  }

  #tell(wanted: readonly PhotoOrder[], taken: readonly Admission[] | null): void {
    const { tracker, tickets, on, onAdmitted } = this.#parts;
    for (const [at, { photo }] of wanted.entries()) {
      tracker.forget(photo.path);
      tickets.settled(photo.path);
      const admitted = taken?.[at];
      if (admitted === undefined) on({ kind: 'asks', path: photo.path });
      else onAdmitted(photo.path, admitted);
    }
  }

  /**
   * Returns the recipe with which a counted photo would be bought now; null if the photo or its
   * ticket has changed.
   */
  async #orderNow(photo: DroppedPhoto): Promise<Order | null> {
    const { folder, recipe, ownPlaces, stopping } = this.#parts;
    const path = below(folder.path, photo.path);
    const look = await lookInFolder(path);
    if (look === null || !sameLook(look, photo) || (await ownPlaces.holds(photo.path))) return null;
    const order = await orderFor(path, recipe, folder.path, stopping);
    return order.ok && order.value.ticket === photo.ticket ? order.value : null;
  }
}

/** Returns a key that is equal for photos with the same content and ticket, which are bought only once. */
function contentOf({ sha256, ticket }: DroppedPhoto, { recipe }: Order): string {
  return `${sha256} ${ticket ?? ''} ${recipe.identity}`;
}
