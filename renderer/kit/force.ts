/** The pseudo-classes that this page can force, and the selectors that replace them inside `data-force`. */
const forced: readonly (readonly [pseudo: RegExp, selector: string])[] = [
  [/:hover(?![\w-])/g, ":is(:hover, [data-force='hover'] *)"],
  [
    /:focus-visible(?![\w-])/g,
    ":is(:focus-visible, [data-force='focus'] :where(a, button, input, summary, textarea, [tabindex='0']))",
  ],
  [/:focus(?![\w-])/g, ":is(:focus, [data-force='focus'] :where(input, textarea))"],
  [/:focus-within(?![\w-])/g, ":is(:focus-within, [data-force='focus'] *)"],
];

/**
 * Rewrites all style sheets of the page so that controls inside an element with `data-force` look hovered or
 * focused. Rewrites style sheets that are added later, too. Returns a function that stops watching for new
 * style sheets.
 */
export function forceStates(): () => void {
  const all = () => {
    for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) force(rule);
  };
  const watcher = new MutationObserver(all);
  watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
  all();
  return () => watcher.disconnect();
}

function force(rule: CSSRule): void {
  if (rule instanceof CSSStyleRule && !rule.selectorText.includes('data-force')) {
    const selector = forced.reduce(
      (text, [pseudo, replacement]) => text.replaceAll(pseudo, replacement),
      rule.selectorText,
    );
    if (selector !== rule.selectorText) rule.selectorText = selector;
  }
  // rules inside layers and media queries
  if ('cssRules' in rule) for (const inner of rule.cssRules as CSSRuleList) force(inner);
}
