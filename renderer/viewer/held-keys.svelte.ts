/** Milliseconds. If the loupe's key is pressed for a shorter time, the loupe stays on. */
const TAP = 300;

/** What the held keys change in a viewer. */
export interface HeldKeys {
  /** Whether the photo is shown instead of the current view. */
  readonly isBefore: boolean;
  /** Whether every drag moves the picture. */
  readonly isGrabbed: boolean;
  /** Zoom in the loupe, device px per px of the picture; null if the loupe is off. */
  readonly loupe: 1 | 2 | null;
  switchLoupe(): void;
  /** Handles a key; returns whether it is one of the viewer's held keys. */
  press(event: KeyboardEvent): boolean;
  release(event: KeyboardEvent): void;
  /** Releases all keys when the window loses the focus, because a release outside the window is not reported. */
  leave(): void;
}

export function heldKeys(): HeldKeys {
  let isBefore = $state(false);
  let isGrabbed = $state(false);
  let loupe = $state<1 | 2 | null>(null);
  /** Time at which the loupe's key was pressed, ms; null if it is not held. */
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
        // the second press of the key switches the loupe off on release
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
