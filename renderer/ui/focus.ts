/** Focuses the first control inside an element. */
export function focusFirst(within: Element | null | undefined): void {
  within?.querySelector<HTMLElement>('input, textarea, summary, button:enabled')?.focus();
}
