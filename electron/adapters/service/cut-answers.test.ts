import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { granted, http } from '../../../test/service/raw-server.ts';
import { workbench } from '../../../test/service/workbench.ts';

const { serving } = workbench();

const told = granted({ executionId: 'e1' });
const chunk = JSON.stringify(told);
/**
 * The same successful response, framed in three ways. `ends`: whether the body ends only when the connection closes.
 */
const answers = {
  'framed by its length': http(200, told),
  'framed in chunks': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
  'framed by closing the connection': `HTTP/1.1 200 OK\r\n\r\n${chunk}`,
};

describe.each(Object.entries(answers))('a response to execute, %s', (_how, whole) => {
  /** Executes against a server that ends its response with `end`. */
  async function cutting(end: (socket: Socket, answer: string) => void) {
    let cutAt = 0;
    const { server, service } = await serving(
      { onRequest: (_request, socket) => end(socket, whole.slice(0, cutAt)) },
      { requestsPerSecond: 10_000 },
    );
    const execute = (at: number) => {
      cutAt = at;
      return service.execute({ taskId: 't1', params: {} }, { beforeFirstByte: () => {} });
    };
    return { server, execute };
  }

  it('F10 leaves the request in doubt unless every byte arrived', async () => {
    const { server, execute } = await cutting((socket, answer) => socket.end(answer));
    const doubt = { ok: false, failure: { mayHaveBeenProcessed: true } };
    for (let at = 0; at < whole.length; at += 1) {
      expect([at, await execute(at)]).toMatchObject([at, doubt]);
    }
    expect(await execute(whole.length)).toEqual({ ok: true, value: { executionId: 'e1' } });
    // each call to execute opened exactly one connection, so no request was retried
    expect(server.requests).toHaveLength(whole.length + 1);
    expect(server.connections()).toBe(whole.length + 1);
  });

  it('F10 is never mistaken for a refusal after a reset at any byte', async () => {
    const { execute } = await cutting((socket, answer) =>
      socket.write(answer, () => socket.resetAndDestroy()),
    );
    for (let at = 0; at < whole.length; at += 7) {
      const answer = await execute(at);
      const isYesOrDoubt = answer.ok || answer.failure.mayHaveBeenProcessed;
      expect([at, isYesOrDoubt]).toEqual([at, true]);
    }
  });
});
