import type { CustomModelKind } from '#shared/custom-models.ts';
import type { Alarm } from '../../base/alarm.ts';
import type { CustomModelParts } from './types.ts';

/** The parts, with what all of the room's work shares. */
export interface CustomModelContext extends CustomModelParts {
  /** What is shown of them may be another now. */
  readonly tell: () => void;
  /** The account itself is another now. */
  readonly changed: (kind: CustomModelKind) => void;
  /** Rings when the ledger holds something new to follow or to delete. */
  readonly news: Alarm;
  /** Rings when a person wants what waits tried now. */
  readonly person: Alarm;
}
