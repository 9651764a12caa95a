import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Alarm } from '../../base/alarm.ts';
import type { CustomModelParts } from './types.ts';

/** The parts, with the shared state of all work on custom models and scenes. */
export interface CustomModelContext extends CustomModelParts {
  /** Called when custom models or scenes may look different on screen. */
  readonly tell: () => void;
  /** Called when the account itself has changed. */
  readonly changed: (kind: CustomModelKind) => void;
  /** Wakes the background work when the ledger has a new entry to follow or to delete. */
  readonly news: Alarm;
  /** Wakes waiting work when the user wants it to be retried now. */
  readonly person: Alarm;
}
