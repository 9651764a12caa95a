import type { OwnKind } from '#shared/own.ts';
import type { OwnParts } from './types.ts';

/** The parts, with what all of the room's work shares. */
export interface OwnContext extends OwnParts {
  /** What is shown of them may be another now. */
  readonly tell: () => void;
  /** The account itself is another now. */
  readonly changed: (kind: OwnKind) => void;
  /** Resolves after `ms`, on `signal`, and at once when a person wants what waits tried now. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}
