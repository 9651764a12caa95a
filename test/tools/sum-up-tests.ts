/**
 * Prints what the test runs came to that left their reports in a folder: `node test/tools/sum-up-tests.ts FOLDER`.
 * A run that left no report is passed over: it did not begin, or says itself what ended it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readReport, summaryOf } from './test-report.ts';

const [, , folder = ''] = process.argv;
const reports = readdirSync(folder)
  .map((file) => readReport(join(folder, file)))
  .filter((report) => report !== null);
if (reports.length > 0) console.log(summaryOf(reports, process.cwd()));
