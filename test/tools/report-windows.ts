import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Trouble, writeReport } from './test-report.ts';

/** Reports a run of Playwright to a file. */
export default class WindowReporter implements Reporter {
  readonly #file: string;
  readonly #strays: Trouble[] = [];
  #tests: readonly TestCase[] = [];

  constructor({ file }: { readonly file: string }) {
    this.#file = file;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  /** Records an error outside all tests, such as in the global setup. */
  onError(error: TestError): void {
    this.#strays.push({
      name: 'outside of every test',
      file: error.location?.file ?? null,
      messages: [textOf(error)],
    });
  }

  onEnd(): void {
    const withOutcome = (outcome: string) =>
      this.#tests.filter((test) => test.outcome() === outcome);
    writeReport(this.#file, {
      passed: withOutcome('expected').length,
      skipped: withOutcome('skipped').length,
      failures: [...withOutcome('unexpected').map(troubleOf), ...this.#strays],
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}

function troubleOf(test: TestCase): Trouble {
  const errors = test.results.flatMap((one) => one.errors);
  return {
    // skips the first titles, which are those of the root, the project and the file
    name: test.titlePath().slice(3).join(' › '),
    file: test.location.file,
    messages: errors.map(textOf),
  };
}

function textOf({ message, value, location }: TestError): string {
  const place = location === undefined ? '' : `\nat ${location.file}:${location.line}`;
  return `${message ?? value ?? 'no message'}${place}`;
}
