/** If the loupe's key is pressed for less than this number of milliseconds, the loupe stays on after the release. */
const TAP = 300;

/** The effects of the keys that work while they are held in a viewer. */
export interface HeldKeys {
  /** Whether the photo is shown instead of the current view. */
  readonly isBefore: boolean;
  /** Whether every drag moves the picture. */
  readonly isGrabbed: boolean;
  /** Zoom in the loupe, in device px per px of the picture; null if the loupe is off. */
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
  /** Time in ms at which the loupe's key was pressed; null if the key is not held. */
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
        // if the loupe was on already with this zoom, the release of the key switches it off
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
