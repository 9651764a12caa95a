/**
 * The report that both test runners print at the end of the CI log, which is often the only part that is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Number of lines of a message that are enough to identify the problem. */
const LINES = 10;
/** Maximum length of such a line. */
const WIDTH = 300;

/** A failed test, or an error outside all tests. */
export interface Trouble {
  /** The whole title, including the titles of the enclosing groups. */
  readonly name: string;
  /** Absolute path; null if no file is known. */
  readonly file: string | null;
  /**
   * Messages of all errors of the test, unchanged from the test runner: with colour codes, and of any length.
   */
  readonly messages: readonly string[];
}

/** The results of a run. */
export interface TestReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Trouble[];
}

/** Writes the report of a run to a file, from which sum-up-tests.ts reads it. */
export function writeReport(file: string, report: TestReport): void {
  writeFileSync(file, JSON.stringify(report));
}

/** Reads the report in a file; null if that run did not finish. */
export function readReport(file: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  } catch {
    return null;
  }
}

/** Returns the failures and, at the end, the total counts of all runs. */
export function summaryOf(reports: readonly TestReport[], project: string): string {
  const failures = reports.flatMap((one) => one.failures);
  const sum = (count: (report: TestReport) => number) =>
    reports.reduce((all, one) => all + count(one), 0);
  const skipped = sum((one) => one.skipped);
  const counts = [
    `${sum((one) => one.passed)} passed`,
    `${failures.length} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return [...listOf(failures, project), counts.join(', ')].join('\n');
}

function listOf(troubles: readonly Trouble[], project: string): string[] {
  if (troubles.length === 0) return [];
  return ['', 'Failed:', ...troubles.flatMap((one) => [...linesOf(one, project), ''])];
}

function linesOf({ name, file, messages }: Trouble, project: string): string[] {
  const where = file === null ? [] : [relative(project, file)];
  const lines = messages
    .flatMap((message) =>
      stripVTControlCharacters(message).replaceAll(`${project}${sep}`, '').split('\n'),
    )
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
    .map((line) => `    ${line.slice(0, WIDTH)}`);
  return [`  ${[...where, name.replaceAll(/\s+/g, ' ')].join(' › ')}`, ...lines];
}
