import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Alarm } from '../../base/alarm.ts';
import type { CustomModelParts } from './types.ts';

/** The parts, with the shared state of all work on custom models and scenes. */
export interface CustomModelContext extends CustomModelParts {
  /** Call when their appearance on screen may have changed. */
  readonly tell: () => void;
  /** Call when the account itself has changed. */
  readonly changed: (kind: CustomModelKind) => void;
  /** Rings when the ledger has something new to follow or to delete. */
  readonly news: Alarm;
  /** Rings when the user wants waiting work retried now. */
  readonly person: Alarm;
}
