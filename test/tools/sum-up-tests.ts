/**
 * Prints a summary of the test runs that left their reports in a folder: `node test/tools/sum-up-tests.ts
 * FOLDER`. Ends with status 1 if a test failed. Skips a run without a report: such a run did not start, or has printed the
 * reason for its end.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, summaryOf } from './test-report.ts';

const [, , folder = ''] = process.argv;
const reports = readdirSync(folder)
  .map((file) => readReport(join(folder, file)))
  .filter((report) => report !== null);
if (reports.length > 0) console.log(summaryOf(reports, process.cwd()));
if (reports.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
