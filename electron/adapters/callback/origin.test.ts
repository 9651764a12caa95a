import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddressList } from '../settings/address-list.ts';
import { originOf } from './origin.ts';

const proxies = readAddressList(['127.0.0.1', '10.0.0.0/8']).list;
const service = '198.51.100.7';

describe('the origin of a request', () => {
  it.each<[string, string, string | undefined, string | null]>([
    ['its socket', service, undefined, service],
    ['its socket, whatever a stranger claims', '203.0.113.9', service, '203.0.113.9'],
    ['what a trusted proxy saw', '127.0.0.1', service, service],
    ['a trusted proxy in its IPv6 spelling', '::ffff:127.0.0.1', service, service],
    ['what the outermost of several saw', '127.0.0.1', `${service}, 10.0.0.2`, service],
    ['the stranger that a proxy saw', '127.0.0.1', `${service}, 203.0.113.9`, '203.0.113.9'],
    ['a hop with a port', '127.0.0.1', `${service}:4711`, service],
    ['a hop in brackets', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['the proxy itself, when it saw nobody', '127.0.0.1', undefined, '127.0.0.1'],
    ['the innermost, when all are trusted', '127.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['nowhere, when a proxy names no address', '127.0.0.1', 'unknown', null],
    ['nowhere, when the header is empty', '127.0.0.1', '', null],
    ['nowhere, behind words that are no address', '127.0.0.1', `${service}, x, 10.0.0.2`, null],
  ])('is %s', (_, peer, forwardedFor, expected) => {
    expect(originOf(peer, forwardedFor, proxies)).toBe(expected);
  });

  it('is unknown for a closed socket', () => {
    expect(originOf(undefined, service, proxies)).toBeNull();
  });

  it('is never forged by a sender, however many trusted proxies forward it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(service), fc.ipV4(), fc.ipV6(), fc.string())),
        fc.array(
          fc.integer({ min: 1, max: 254 }).map((n) => `10.0.0.${n}`),
          { maxLength: 4 },
        ),
        (forged, between) => {
          const header = [...forged, '203.0.113.9', ...between].join(',');
          expect(originOf('127.0.0.1', header, proxies)).toBe('203.0.113.9');
        },
      ),
    );
  });
});
