import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type Trouble, writeReport } from './test-report.ts';

/**
 * Reports a run of vitest to a file. Vitest's own JSON report lacks failed hooks of groups and errors outside
 * all tests, although both fail the run.
 */
export class UnitReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    writeReport(this.#file, {
      passed: inState('passed').length,
      skipped: inState('skipped').length,
      failures: [
        ...inState('failed').map(troubleOf),
        ...groups.filter((group) => group.errors().length > 0).map(brokenGroup),
        ...strays.map((error) => ({
          name: 'outside of every test',
          file: null,
          messages: [textOf(error)],
        })),
      ],
    });
  }
}

function troubleOf(test: TestCase): Trouble {
  const errors = test.result().errors ?? [];
  return { name: test.fullName, file: test.module.moduleId, messages: errors.map(textOf) };
}

function brokenGroup(group: TestModule | TestSuite): Trouble {
  const messages = group.errors().map(textOf);
  return group.type === 'module'
    ? { name: 'the file itself', file: group.moduleId, messages }
    : { name: `around ${group.fullName}`, file: group.module.moduleId, messages };
}

/** Returns the text of an error, including the difference from the expected value, which is not in the message. */
function textOf({ name, message, diff, stacks }: SerializedError): string {
  const [place] = stacks ?? [];
  return [
    name === undefined ? message : `${name}: ${message}`,
    ...(place === undefined ? [] : [`at ${place.file}:${place.line}`]),
    ...(typeof diff === 'string' ? [diff] : []),
  ].join('\n');
}
