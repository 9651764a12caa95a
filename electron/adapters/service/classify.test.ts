import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/fixtures/any-text.ts';
import { classifyFailure, classifyResponse, cleanWords } from './classify.ts';
import { readExecutionId, readTask } from './read-task.ts';
import { TransportFailure, type TransportReason } from './transport.ts';

const context = { host: 'api.example.com', key: 'k-1', wall: 0 };
const execute = { read: readExecutionId, provenByData: true };
const respond = (status: number, body: unknown) => ({
  status,
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

describe('classifyResponse', () => {
  const body = fc.oneof(
    fc.record({
      success: fc.oneof(fc.boolean(), fc.constant('false')),
      code: fc.oneof(fc.nat(), fc.string(), fc.constant(null)),
      msg: fc.string(),
      data: fc.oneof(fc.record({ executionId: fc.oneof(fc.string(), fc.nat()) }), fc.jsonValue()),
    }),
    fc.string(),
  );

  it('reports “not processed” only for a valid envelope with a conclusive status', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), body, (status, wire) => {
        const answer = classifyResponse(respond(status, wire), execute, context);
        const failure = answer.ok ? null : answer.failure;
        expect(failure?.fromService ?? true).toBe(failure?.kind !== 'not-envelope');
        const redirected = status >= 300 && status < 400;
        expect(redirected && (answer.ok || failure?.mayHaveBeenProcessed === false)).toBe(false);
        const refused = typeof wire === 'object' && wire.success === false;
        const decided = status < 500 && ![408, 409, 425].includes(status);
        expect(failure?.mayHaveBeenProcessed === false).toBe(
          refused && decided && !redirected && wire.code !== null,
        );
      }),
    );
  });

  it('accepts a successful query only with a 2xx status', () => {
    const empty = { success: true, code: 0, data: { agentName: 'aimodel', executions: [] } };
    const isOk = (status: number) =>
      classifyResponse(respond(status, empty), { read: readTask }, context).ok;
    expect([200, 201, 302, 400, 404, 500].filter(isOk)).toEqual([200, 201]);
  });

  it('quotes the service’s message on one line without control characters', () => {
    const wire = { success: false, code: 7, msg: 'no\u0000\u001b[31m\n<script>\u202e k-1' };
    const answer = classifyResponse(respond(400, wire), execute, context);
    expect(answer).toMatchObject({
      failure: {
        serviceCode: '7',
        serviceMessage: 'no [31m <script> [key]',
        message: 'api.example.com rejected the request: "no [31m <script> [key]"',
      },
    });
  });
});

describe('classifyFailure', () => {
  it.each<[TransportReason, string]>([
    ['connect', 'network'],
    ['certificate', 'network'],
    ['broken', 'network'],
    ['timeout', 'timeout'],
    ['too-large', 'not-envelope'],
    ['file', 'file'],
    ['aborted', 'aborted'],
  ])('returns %s as %s, and as processed or not according to the transport', (reason, kind) => {
    for (const sent of [true, false]) {
      const failure = classifyFailure(new TransportFailure(reason, sent, 'ECONNX k-1'), context);
      expect(failure).toMatchObject({ kind, mayHaveBeenProcessed: sent, fromService: false });
      expect(failure.detail).toBe('ECONNX [key]');
    }
  });
});

it('cleanWords limits length and removes the key and control characters from any text', () => {
  fc.assert(
    fc.property(anyText(400), (words) => {
      const clean = cleanWords(`${words}k-1${words}`, 'k-1');
      expect(clean.length).toBeLessThanOrEqual(300);
      expect(clean).not.toContain('k-1');
      expect(clean).not.toMatch(/\p{Cc}/u);
    }),
  );
});
