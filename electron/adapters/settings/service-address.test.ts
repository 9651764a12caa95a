import { describe, expect, it } from 'vitest';
import { checkServiceKey, checkServiceUrl } from './service-address.ts';

describe('checkServiceUrl', () => {
  it.each([
    ['https://api.example.com/openapi/v1', 'https://api.example.com/openapi/v1'],
    [' https://api.example.com/openapi/v1// ', 'https://api.example.com/openapi/v1'],
    ['https://api.example.com', 'https://api.example.com'],
    ['https://API.example.com:8443/x', 'https://api.example.com:8443/x'],
    ['http://127.0.0.1:4711/openapi/v1', 'http://127.0.0.1:4711/openapi/v1'],
    ['http://localhost:4711/openapi/v1/', 'http://localhost:4711/openapi/v1'],
    ['http://[::1]:4711/openapi/v1', 'http://[::1]:4711/openapi/v1'],
  ])('accepts %s', (text, url) => {
    expect(checkServiceUrl(text)).toEqual({ ok: true, value: url });
  });

  it.each([
    ['', 'complete'],
    ['api.example.com/openapi/v1', 'complete'],
    ['ftp://api.example.com', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://user:secret@api.example.com', 'password'],
    ['https://api.example.com/?key=1', '?'],
    ['https://api.example.com/#x', '#'],
    ['http://api.example.com/openapi/v1', 'unencrypted'],
    ['http://127.0.0.1.example.com/', 'unencrypted'],
    ['http://localhost.example.com/', 'unencrypted'],
  ])('refuses %s', (text, why) => {
    const outcome = checkServiceUrl(text);
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'service-bad-url' } });
    expect(!outcome.ok && outcome.problem.message).toContain(why);
    expect(!outcome.ok && outcome.problem.message).not.toContain('secret');
  });
});

describe('checkServiceKey', () => {
  it('trims a key', () => {
    expect(checkServiceKey(' sk-12/3+4= \n')).toEqual({ ok: true, value: 'sk-12/3+4=' });
    expect(checkServiceKey('Bearer abc')).toEqual({ ok: true, value: 'Bearer abc' });
  });

  it.each(['', '  \n'])('reports a missing key (%j)', (text) => {
    expect(checkServiceKey(text)).toMatchObject({ problem: { code: 'service-key-missing' } });
  });

  const odd = ['a\r\nx-admin: 1', 'schlüssel', 'sk\u200b-1', 'a\u0000b'];
  it.each(odd)('refuses a key that is invalid in a header, without repeating it', (text) => {
    const outcome = checkServiceKey(text);
    expect(outcome).toMatchObject({ problem: { code: 'service-key-invalid' } });
    expect(!outcome.ok && outcome.problem.message).not.toContain(text);
  });
});
