import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface Violation {
  readonly id: string;
  readonly impact: string;
  /** The HTML of each element that it is about. */
  readonly elements: readonly string[];
}

const file = fileURLToPath(new URL('axe.min.js', import.meta.resolve('axe-core')));
let source: Promise<string> | undefined;

/** What axe finds wrong with what the page shows now, by these rules or by all; a page gets axe only once. */
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
