import type { HTMLButtonAttributes } from 'svelte/elements';
import { on } from 'svelte/events';

/** A button that looks and acts disabled, but keeps the focus. */
const inactive = {
  'aria-disabled': true,
  'data-inactive': true,
  // also prevents Enter in a text field from submitting the form again
  onclick: (event: Event) => event.preventDefault(),
} as const;

interface Given extends Pick<HTMLButtonAttributes, 'disabled' | 'onclick'> {
  /** Whether the action is in progress. */
  readonly isBusy: boolean;
}

interface ButtonState {
  readonly attributes: HTMLButtonAttributes;
  /** Must be attached to the button. */
  followFocus(button: HTMLElement): () => void;
}

/**
 * Returns the attributes of a button, which keeps the focus while its action is in progress, and also if the button
 * becomes disabled: users of the keyboard would otherwise have to find their place again. Must be called while a
 * component is initialised.
 */
export function buttonState(given: () => Given): ButtonState {
  let hasFocus = $state(false);
  const attributes = $derived.by((): HTMLButtonAttributes => {
    const { isBusy, disabled, onclick } = given();
    if (isBusy) return { ...inactive, 'aria-busy': true };
    return disabled === true && hasFocus ? inactive : { onclick, disabled: disabled ?? false };
  });
  return {
    get attributes() {
      return attributes;
    },
    followFocus(button) {
      // with Svelte's `on`, because the browser also dispatches `blur` while Svelte removes a focused button
      const leave = on(button, 'blur', () => (hasFocus = false));
      const enter = on(button, 'focus', () => (hasFocus = true));
      return () => {
        leave();
        enter();
      };
    },
  };
}
