/** Focuses the first control inside an element. */
export function focusFirst(within: Element | null | undefined): void {
  within?.querySelector<HTMLElement>('input, textarea, summary, button:enabled')?.focus();
}

const controls = 'a[href], button:enabled, input:enabled, textarea:enabled, summary';

/**
 * Returns the places that may get the focus after an element has disappeared, best first: the card that contains the
 * element, the elements next to it, and what surrounds it in the same section, form or dialog.
 */
function placesAround(element: HTMLElement): readonly Element[] {
  const { nextElementSibling: next, previousElementSibling: previous, parentElement } = element;
  const card = parentElement?.closest('article[tabindex]');
  const edge = parentElement?.closest('section, form, [role$=dialog]');
  const around: Element[] = [];
  if (edge) {
    for (let at = parentElement; at !== null && edge.contains(at); at = at.parentElement) {
      around.push(at);
    }
  }
  return [card, next, previous, ...around].filter((place) => place instanceof Element);
}

/**
 * When an element disappears together with the focused control, moves the focus to a place around it, so that users of
 * the keyboard don't have to find their place again.
 */
export function handOnFocus(element: HTMLElement): () => void {
  let places: readonly Element[] = [];
  function onfocusin({ target }: FocusEvent): void {
    places = target instanceof Node && element.contains(target) ? placesAround(element) : [];
  }
  function handOn(): void {
    if (document.activeElement !== document.body) return;
    for (const place of places.filter(({ isConnected }) => isConnected)) {
      const isCard = place.matches('article[tabindex]');
      const control = isCard ? place : place.querySelector(controls);
      if (!(control instanceof HTMLElement)) continue;
      control.focus();
      return;
    }
  }
  document.addEventListener('focusin', onfocusin);
  return () => {
    document.removeEventListener('focusin', onfocusin);
    // after everything that replaces the element has been created
    queueMicrotask(handOn);
  };
}
