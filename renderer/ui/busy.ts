/**
 * Attributes of a button while its action is in progress. The button is not disabled, because a disabled button loses
 * the focus, and users of the keyboard would have to find their place again.
 */
export const busy = {
  'aria-busy': true,
  'aria-disabled': true,
  // also prevents Enter in a text field from submitting the form again
  onclick: (event: Event) => event.preventDefault(),
} as const;
