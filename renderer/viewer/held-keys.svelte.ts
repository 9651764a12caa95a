/** ms; who lets go of the loupe's key sooner has switched it on. */
const TAP = 300;

/** What keys do while they are held. */
export interface HeldKeys {
  /** The photo is to be seen, whatever else is shown. */
  readonly isBefore: boolean;
  /** Whatever is dragged, the picture moves. */
  readonly isGrabbed: boolean;
  /** Device px per px of the picture in the loupe; null without one. */
  readonly loupe: 1 | 2 | null;
  switchLoupe(): void;
  /** Whether the key is one of these. */
  press(event: KeyboardEvent): boolean;
  release(event: KeyboardEvent): void;
  /** What is let go elsewhere is not held any more. */
  leave(): void;
}

export function heldKeys(): HeldKeys {
  let isBefore = $state(false);
  let isGrabbed = $state(false);
  let loupe = $state<1 | 2 | null>(null);
  /** Since when the loupe's key is held; null while it is not. */
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
        // pressed again, it goes when the key is let go
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
