import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddressList } from '../settings/address-list.ts';
import { originOf } from './origin.ts';

const proxies = readAddressList(['127.0.0.1', '10.0.0.0/8']).list;
const service = '198.51.100.7';

describe('the origin of a request', () => {
  it.each<[string, string, string | undefined, string | null]>([
    ['the address of its socket', service, undefined, service],
    [
      'the address of its socket, whatever an unknown sender claims',
      '203.0.113.9',
      service,
      '203.0.113.9',
    ],
    ['the address that a trusted proxy reported', '127.0.0.1', service, service],
    [
      'the address that a trusted proxy, written as IPv6, reported',
      '::ffff:127.0.0.1',
      service,
      service,
    ],
    [
      'the address that the outermost of several trusted proxies reported',
      '127.0.0.1',
      `${service}, 10.0.0.2`,
      service,
    ],
    [
      'an unknown address that a trusted proxy reported',
      '127.0.0.1',
      `${service}, 203.0.113.9`,
      '203.0.113.9',
    ],
    ['a reported address without its port', '127.0.0.1', `${service}:4711`, service],
    ['a reported address without its brackets', '127.0.0.1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['the proxy itself if it reported no address', '127.0.0.1', undefined, '127.0.0.1'],
    [
      'the first address in the header if all are trusted',
      '127.0.0.1',
      '10.0.0.3, 10.0.0.2',
      '10.0.0.3',
    ],
    ['null if a proxy reports no address', '127.0.0.1', 'unknown', null],
    ['null if the header is empty', '127.0.0.1', '', null],
    [
      'null if a part of the header is not an address',
      '127.0.0.1',
      `${service}, x, 10.0.0.2`,
      null,
    ],
  ])('is %s', (_, peer, forwardedFor, expected) => {
    expect(originOf(peer, forwardedFor, proxies)).toBe(expected);
  });

  it('is unknown for a closed socket', () => {
    expect(originOf(undefined, service, proxies)).toBeNull();
  });

  it('cannot be forged by a sender, however many trusted proxies forward the request', () => {
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
