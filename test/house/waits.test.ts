import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, projectFiles } from './project-files.ts';

/** Matches code that waits for real time to pass; `test.setTimeout` does not match, because it sets a deadline. */
const wait = /(?<!\btest\.)\bsetTimeout\b|\bwaitForTimeout\(|\bawait \w*[cC]lock\.sleep\(/;

/** The tests and helpers that may wait, each with its reason. Benchmarks may wait because they measure time. */
const reasons: Readonly<Record<string, string>> = {
  'electron/adapters/service/rate.test.ts': 'the clock is virtual',
  'test/browser/program.ts': 'ends a process that hangs',
  'test/cli/darkslide.ts': 'ends a command that hangs',
  'test/cli/process.ts': 'ends a process that hangs',
  'test/crash/life.ts': 'ends a process that hangs',
  'test/crash/round.ts': 'kills at random moments, and polls until a request has arrived',
  'test/e2e/security.spec.ts':
    'runs the attack in a separate turn of the event loop, and the browser may report it at any time',
  'test/fixtures/hasty-clock.ts': 'is a clock',
  'test/intake/hot-folder-harness.ts': 'gives up when nothing more happens',
  'test/models/life.ts': 'polls until the ledger contains the result, in a process without vitest',
  'test/service/suite.ts': 'queries the service until it is ready, also a service that is not ours',
  'test/fixtures/postgres.ts': 'processes of a killed server end at a time that nothing reports',
  'test/stations/chaos.ts': 'kills and stops stations at random moments',
  'test/world/settled.ts': 'polls until the disk and the pixels are ready',
};

const tests = projectFiles().filter(
  (file) =>
    (/\.(test|spec)\.ts$/.test(file) || /^test\/.*\.ts$/.test(file)) &&
    !/^test\/(bench|house)\//.test(file),
);

/** Returns the names of the files that wait for time to pass. */
function waiting(files: readonly (readonly [name: string, source: string])[]): string[] {
  return files.filter(([, source]) => wait.test(source)).map(([name]) => name);
}

it('no test waits for time to pass, except for the reasons in this file', () => {
  const files = tests.map((name) => [name, readFileSync(join(project, name), 'utf8')] as const);
  expect(waiting(files)).toEqual(Object.keys(reasons).sort());
});

it.each([
  'await new Promise((resolve) => setTimeout(resolve, 200));',
  "import { setTimeout as pause } from 'node:timers/promises';",
  'await systemClock.sleep(80);',
  'await window.waitForTimeout(500);',
])('%s would be found', (line) => {
  expect(waiting([['new.test.ts', line]])).toEqual(['new.test.ts']);
});

it('longer deadlines, and clocks that are passed as arguments, don’t count as waits', () => {
  const lines = [
    'test.setTimeout(300_000);',
    'sleep: (ms, signal) => systemClock.sleep(ms / 10, signal)',
  ];
  expect(waiting([['new.test.ts', lines.join('\n')]])).toEqual([]);
});

it('no test is retried', () => {
  const runners = ['vitest.config.ts', 'playwright.config.ts', 'package.json', '.ci/run'];
  const again = /\bretr(?:y|ies)\b/;
  const inTests = /['"`], *\{[^}]*\bretry:|\bconfigure\([^)]*\bretries\b/;
  const text = (file: string) => readFileSync(join(project, file), 'utf8');
  expect(runners.filter((file) => again.test(text(file)))).toEqual([]);
  expect(tests.filter((file) => inTests.test(text(file)))).toEqual([]);
});
