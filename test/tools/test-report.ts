/** What both test runners tell of a run, for the end of CI's log: often only that end is kept. */
import { readFileSync, writeFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Lines of a message that are enough to know what it is about. */
const LINES = 10;
/** Characters of such a line. */
const WIDTH = 300;

/** A test that failed, or what broke outside of a test. */
export interface Trouble {
  /** With the groups it stands in. */
  readonly name: string;
  /** Absolute; null where no file is known. */
  readonly file: string | null;
  /** Of every error of it, as the runner has them: with colours, of any length. */
  readonly messages: readonly string[];
}

/** What a run came to. */
export interface TestReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Trouble[];
}

/** Keeps the report of a run where the end of CI finds it. */
export function writeReport(file: string, report: TestReport): void {
  writeFileSync(file, JSON.stringify(report));
}

/** The report in a file; null when that run did not come to its end. */
export function readReport(file: string): TestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  } catch {
    return null;
  }
}

/** What failed, and at the very end the counts of all runs together. */
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
