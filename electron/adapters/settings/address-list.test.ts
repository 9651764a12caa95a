import { describe, expect, it } from 'vitest';
import { readAddressList } from './address-list.ts';

describe('a list of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['::ffff:192.0.2.7', '192.0.2.7', true],
    ['192.0.2.0/24', '::FFFF:192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.7/32', '192.0.2.8', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['fe80::1', 'fe80::1%eth0', true],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    [' 192.0.2.7 ', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.7 ', false],
    ['192.0.2.7', 'studio.example', false],
    ['192.0.2.7', '', false],
  ])('with %s contains %s: %s', (line, address, expected) => {
    expect(readAddressList([line]).list.has(address)).toBe(expected);
  });

  it.each([
    'studio.example',
    '192.0.2',
    '192.0.2.7/33',
    '192.0.2.7/',
    '192.0.2.7/-1',
    '192.0.2.0/24/24',
    '2001:db8::/129',
    '::ffff:192.0.2.0/120',
    '192.0.2.7:80',
    '',
  ])('reports that "%s" is not an address, and allows no address because of it', (line) => {
    const { list, wrong } = readAddressList([line]);
    expect(wrong).toEqual([line]);
    expect(list.isEmpty).toBe(true);
    expect(list.has('192.0.2.7')).toBe(false);
  });
});
