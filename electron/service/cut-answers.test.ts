import { describe, expect, it } from 'vitest';
import { granted, http } from '../../test/service/raw-server.ts';
import { workbench } from '../../test/service/workbench.ts';

const { serverWith, serviceAt } = workbench();

const told = granted({ executionId: 'e1' });
const chunk = JSON.stringify(told);
/** The same yes, as servers may write it; `ends` when only the end of the connection ends it. */
const answers = {
  'with its length': http(200, told),
  'in chunks': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
  'ended by closing': `HTTP/1.1 200 OK\r\n\r\n${chunk}`,
};

describe('the answer to execute', () => {
  it.each(Object.entries(answers))(
    'F10 %s, cut at any byte, is doubt until the last one came',
    async (_how, whole) => {
      let cutAt = 0;
      const server = await serverWith({
        onRequest: (_request, socket) => socket.end(whole.slice(0, cutAt)),
      });
      const service = serviceAt(server.url, { requestsPerSecond: 10_000 });
      const execute = () =>
        service.execute({ taskId: 't1', params: {} }, { beforeFirstByte: () => {} });
      for (; cutAt < whole.length; cutAt += 1) {
        const answer = await execute();
        expect([cutAt, answer]).toMatchObject([
          cutAt,
          { ok: false, failure: { mayHaveBeenProcessed: true } },
        ]);
      }
      expect(await execute()).toEqual({ ok: true, value: { executionId: 'e1' } });
      // one request for each: none was sent again
      expect(server.requests).toHaveLength(whole.length + 1);
      expect(server.connections()).toBe(whole.length + 1);
    },
  );

  it.each(Object.entries(answers))(
    'F10 %s, reset after any byte, is never taken for a no',
    async (_how, whole) => {
      let cutAt = 0;
      const server = await serverWith({
        onRequest: (_request, socket) =>
          socket.write(whole.slice(0, cutAt), () => socket.resetAndDestroy()),
      });
      const service = serviceAt(server.url, { requestsPerSecond: 10_000 });
      for (; cutAt < whole.length; cutAt += 7) {
        const answer = await service.execute(
          { taskId: 't1', params: {} },
          { beforeFirstByte: () => {} },
        );
        const isYesOrDoubt = answer.ok || answer.failure.mayHaveBeenProcessed;
        expect([cutAt, isYesOrDoubt]).toEqual([cutAt, true]);
      }
    },
  );
});
