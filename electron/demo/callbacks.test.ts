import { describe, expect, it, onTestFinished } from 'vitest';
import { plainJpeg, quickDemo, until } from '../../test/demo/harness.ts';
import { serveHere } from '../../test/network/server.ts';
import { handClock } from '../../test/fixtures/hand-clock.ts';

interface CallbackBody {
  readonly status: string;
  readonly body: { data: { executions: { executionId: string; status: string }[] } };
}

/**
 * Starts a listener that answers the first notifications with `answers`, in order, and all later
 * notifications with SUCCESS.
 */
async function listener(answers: string[]) {
  const told: CallbackBody[] = [];
  const { origin } = await serveHere((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as CallbackBody['body'];
      told.push({ status: body.data.executions[0]?.status ?? '', body });
      response.end(answers.shift() ?? 'SUCCESS');
    });
  });
  return { told, url: `${origin}/hook` };
}

async function executed(callbackUrl: string) {
  const clock = handClock();
  const one = await quickDemo({ speed: { executionMs: 200, jitterMs: 0 } }, clock);
  onTestFinished(one.remove);
  const taskId = await one.client.task('removeBG', await plainJpeg());
  const params = { maskType: 'autoSubjectSegment', batchCount: 1 };
  const { executionId } = (await one.client.execute(taskId, params, { callbackUrl })).data;
  /** Advances the clock until this number of notifications has been answered. */
  const notified = (count: number) =>
    until(() => {
      clock.pass(20);
      return one.demo.records().callbacks.length === count || undefined;
    });
  return { one, executionId, notified };
}

describe('notifications', () => {
  it('report Running and Success with the same body as the answer to a query', async () => {
    const { told, url } = await listener([]);
    const { one, executionId, notified } = await executed(url);
    await notified(2);
    expect(told.map(({ status }) => status)).toEqual(['Running', 'Success']);
    expect({ ...told[1]?.body, status: 200 }).toEqual(await one.client.query({ executionId }));
    expect(one.demo.records().callbacks.every((callback) => callback.acknowledged)).toBe(true);
  });

  it('are sent again at most twice, until the listener answers SUCCESS', async () => {
    const { told, url } = await listener(['no', 'FAIL', 'nothing', 'no']);
    const { one, notified } = await executed(url);
    await notified(5);
    const seen = told.map(({ status }) => status);
    expect(seen).toEqual(['Running', 'Running', 'Running', 'Success', 'Success']);
    expect(one.demo.records().callbacks).toMatchObject([
      { attempt: 1, acknowledged: false },
      { attempt: 2, acknowledged: false },
      { attempt: 3, acknowledged: false },
      { attempt: 1, acknowledged: false },
      { attempt: 2, acknowledged: true },
    ]);
  });

  it('to an unreachable address don’t affect the execution', async () => {
    const { one, executionId, notified } = await executed('http://127.0.0.1:9/hook');
    await notified(3);
    expect((await one.client.ended(executionId)).status).toBe('Success');
  });
});
