import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';

interface Told {
  readonly status: string;
  readonly body: { data: { executions: { executionId: string; status: string }[] } };
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Somebody who listens, and answers each notification with the next of `answers`, then SUCCESS. */
async function listener(answers: string[]) {
  const told: Told[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Told['body'];
      told.push({ status: body.data.executions[0]?.status ?? '', body });
      response.end(answers.shift() ?? 'SUCCESS');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function executed(callbackUrl: string) {
  const one = await quickDemo({ speed: { executionMs: 200, jitterMs: 0 } });
  closing.push(one.remove);
  const taskId = await one.client.task('removeBG', await plainJpeg());
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const { executionId } = (await one.client.execute(taskId, params, { callbackUrl })).data;
  return { one, executionId };
}

describe('notifications', () => {
  it('tell of Running and of Success with the body of the query', async () => {
    const { told, url } = await listener([]);
    const { one, executionId } = await executed(url);
    await until(() => (told.length >= 2 ? true : undefined));
    expect(told.map(({ status }) => status)).toEqual(['Running', 'Success']);
    expect({ ...told[1]?.body, status: 200 }).toEqual(await one.client.query({ executionId }));
    await until(() => (one.demo.books().callbacks.length === 2 ? true : undefined));
    expect(one.demo.books().callbacks.every((callback) => callback.acknowledged)).toBe(true);
  });

  it('are tried again twice until SUCCESS comes, and no more', async () => {
    const { told, url } = await listener(['no', 'FAIL', 'nothing', 'no']);
    const { one } = await executed(url);
    await until(() => (one.demo.books().callbacks.length === 5 ? true : undefined));
    expect(told.map(({ status }) => status)).toEqual([
      'Running',
      'Running',
      'Running',
      'Success',
      'Success',
    ]);
    expect(
      one.demo.books().callbacks.map(({ attempt, acknowledged }) => [attempt, acknowledged]),
    ).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [1, false],
      [2, true],
    ]);
  });

  it('to nobody do not disturb the execution', async () => {
    const { one, executionId } = await executed('http://127.0.0.1:9/hook');
    expect((await one.client.ended(executionId)).status).toBe('Success');
  });
});
