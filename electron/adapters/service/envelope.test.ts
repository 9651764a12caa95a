import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvelope } from './envelope.ts';

const read = (text: string) => readEnvelope(Buffer.from(text));

describe('readEnvelope', () => {
  it.each([
    ['code 0', '"code":0,"message":"ok"', '0', 'ok'],
    ['code "0"', '"code":"0","msg":"ok"', '0', 'ok'],
    ['code "1001"', '"code":"1001","msg":"ok"', '1001', 'ok'],
    ['code 1001', '"code":1001,"msg":"ok"', '1001', 'ok'],
    ['no message', '"code":0', '0', ''],
    ['a message that is not text', '"code":0,"msg":{}', '0', ''],
    ['empty message, filled msg', '"code":0,"message":"","msg":"ok"', '0', 'ok'],
    ['unknown fields', '"traceId":"x","code":0,"msg":"ok"', '0', 'ok'],
  ])('F86 understands %s', (_name, fields, code, message) => {
    const text = `{"success":true,${fields},"data":{"a":1}}`;
    const envelope = { success: true, code, message, data: { a: 1 } };
    expect(read(text)).toEqual(envelope);
    expect(read(`\ufeff${text}`), 'after a byte order mark').toEqual(envelope);
  });

  it('reads a refusal, and an operation without data', () => {
    expect(read('{"success":false,"code":"E7","msg":"no"}')).toEqual({
      success: false,
      code: 'E7',
      message: 'no',
      data: undefined,
    });
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><html></html>'],
    ['truncated JSON', '{"success":true,"code":0,"data":{"exec'],
    ['an array', '[{"success":true,"code":0}]'],
    ['null', 'null'],
    ['a string', '"success"'],
    ['no success', '{"code":0,"msg":"ok"}'],
    ['success as text', '{"success":"true","code":0}'],
    ['no code', '{"success":false,"message":"proxy says no"}'],
    ['code null', '{"success":true,"code":null}'],
  ])('does not accept %s as an envelope', (_name, text) => {
    expect(read(text)).toBeNull();
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => readEnvelope(bytes)).not.toThrow();
      }),
    );
  });

  it('returns the same shape for any JSON, with the service’s code and data', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            success: fc.oneof(fc.boolean(), fc.jsonValue()),
            code: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
            message: fc.jsonValue(),
            msg: fc.jsonValue(),
            data: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
        (wire) => {
          const envelope = read(JSON.stringify(wire));
          const valid =
            typeof wire.success === 'boolean' && ['number', 'string'].includes(typeof wire.code);
          expect(envelope !== null).toBe(valid);
          if (envelope === null) return;
          expect(typeof envelope.message).toBe('string');
          expect(envelope.code).toBe(String(JSON.parse(JSON.stringify(wire.code))));
          expect(JSON.stringify(envelope.data)).toBe(JSON.stringify(wire.data));
        },
      ),
    );
  });
});
