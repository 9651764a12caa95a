import { expect, it } from 'vitest';
import { failure } from '#shared/page-failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { everyPage } from './every-page.ts';

/** Reads a list of `count` numbers that reports a total of `total`; returns the requested offsets and page sizes. */
async function read(count: number, total: number) {
  const asked: number[] = [];
  const sizes: number[] = [];
  const page = (offset: number, limit: number) => {
    asked.push(offset);
    const rows = Array.from({ length: Math.min(limit, count - offset) }, (_, at) => offset + at);
    return Promise.resolve(success({ total, rows }));
  };
  for await (const answer of everyPage(page)) if (answer.ok) sizes.push(answer.value.length);
  return { asked, sizes };
}

it('a list is requested page by page', async () => {
  expect(await read(0, 0)).toEqual({ asked: [0], sizes: [0] });
  expect(await read(1000, 1000)).toEqual({ asked: [0, 500], sizes: [500, 500] });
  expect(await read(1001, 1001)).toEqual({ asked: [0, 500, 1000], sizes: [500, 500, 1] });
});

it('a list with too high a total ends at its last row', async () => {
  expect(await read(700, 5000)).toEqual({ asked: [0, 500], sizes: [500, 200] });
});

it('a failed request ends the list', async () => {
  const answers: Outcome<readonly number[]>[] = [];
  for await (const answer of everyPage<number>(async () => failure('aborted')))
    answers.push(answer);
  expect(answers.map(({ ok }) => ok)).toEqual([false]);
});
