import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Violation {
  readonly id: string;
  readonly impact: string;
  /** The HTML of each affected element. */
  readonly elements: readonly string[];
}

const file = fileURLToPath(new URL('axe.min.js', import.meta.resolve('axe-core')));
let source: Promise<string> | undefined;

/**
 * Returns the accessibility problems that axe finds on the current page, with these rules or with all rules.
 * Loads axe only once per page.
 */
export async function violationsIn(
  page: Page,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) {
    await page.evaluate(await (source ??= readFile(file, 'utf8')));
  }
  const options = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, elements: nodes.map(({ html }) => html) })))`,
  );
}
