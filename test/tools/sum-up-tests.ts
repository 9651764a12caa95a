/**
 * Prints what the test runs came to whose reports are named: `node test/tools/sum-up-tests.ts FILE…`.
 * A run that left no report is passed over: it did not begin, or says itself what ended it.
 */
import { readReport, summaryOf } from './test-report.ts';

const reports = process.argv
  .slice(2)
  .map(readReport)
  .filter((report) => report !== null);
if (reports.length > 0) console.log(summaryOf(reports, process.cwd()));
