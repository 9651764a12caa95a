/** Milliseconds. After a shorter press of its key, the loupe stays on. */
const TAP = 300;

/** Effects of keys while they are held. */
export interface HeldKeys {
  /** Shows the photo instead of the current view. */
  readonly isBefore: boolean;
  /** Any drag moves the picture. */
  readonly isGrabbed: boolean;
  /** Zoom in the loupe, device px per px of the picture; null without a loupe. */
  readonly loupe: 1 | 2 | null;
  switchLoupe(): void;
  /** Handles a key; returns whether it is one of these. */
  press(event: KeyboardEvent): boolean;
  release(event: KeyboardEvent): void;
  /** Releases all keys, because a release outside the window is not reported. */
  leave(): void;
}

export function heldKeys(): HeldKeys {
  let isBefore = $state(false);
  let isGrabbed = $state(false);
  let loupe = $state<1 | 2 | null>(null);
  /** Time at which the loupe's key was pressed, ms; null while it is not held. */
  let since: number | null = null;

  return {
    get isBefore() {
      return isBefore;
    },
    get isGrabbed() {
      return isGrabbed;
    },
    get loupe() {
      return loupe;
    },
    switchLoupe() {
      loupe = loupe === null ? 1 : null;
    },
    press(event) {
      const key = event.key.toLowerCase();
      if (key === '\\') isBefore = true;
      else if (key === ' ') isGrabbed = true;
      else if (key !== 'l') return false;
      else if (!event.repeat) {
        const wanted = event.shiftKey ? 2 : 1;
        // a second press switches it off on release
        since = loupe === wanted ? -Infinity : event.timeStamp;
        loupe = wanted;
      }
      return true;
    },
    release(event) {
      const key = event.key.toLowerCase();
      if (key === '\\') isBefore = false;
      if (key === ' ') isGrabbed = false;
      if (key !== 'l' || since === null) return;
      if (event.timeStamp - since > TAP) loupe = null;
      since = null;
    },
    leave() {
      isBefore = false;
      isGrabbed = false;
    },
  };
}
