import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { success } from '#shared/problem.ts';
import { takePhoto } from './take-photo.ts';

it('an upload that stops is cancelled, but not the work that follows it', async () => {
  const limits: (number | undefined)[] = [];
  const server = createServer((request, response) => {
    const limit = () => limits.push(request.socket.timeout);
    void takePhoto(request, response, async ({ content }) => {
      limit();
      await buffer(content);
      limit();
      return success({ ids: [1], refused: [], refusals: 0 });
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/?name=a.jpg`, {
    method: 'POST',
    body: 'photo',
  });
  expect(await answer.json()).toMatchObject({ ok: true });
  expect(limits).toEqual([20_000, 0]);
});
