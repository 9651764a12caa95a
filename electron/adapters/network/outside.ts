import { BlockList, isIP, type LookupFunction } from 'node:net';
import { problemOf } from '#shared/failure.ts';
import { ConnectFailure } from './failure.ts';

/**
 * Addresses that are not on the public network: this computer, private networks and link-local addresses.
 * 198.18.0.0/15 is not included, because some proxies assign addresses from that range to all public names.
 */
const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  // `inside` also checks an IPv4-mapped address (::ffff:a.b.c.d) as an IPv4 address
  inside.addSubnet(net, prefix, 'ipv4');
  // NAT64 (RFC 6052) and SIIT (RFC 2765): the last 32 bits are the IPv4 address to which packets
  // are translated
  for (const translated of ['64:ff9b::', '::ffff:0:']) {
    inside.addSubnet(`${translated}${net}`, 96 + prefix, 'ipv6');
  }
}
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b:1::', 48], // NAT64 with a prefix of the local network
  ['2001::', 32], // Teredo
  ['2002::', 16], // 6to4
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(net, prefix, 'ipv6');
}

/** Returns whether an IP address, v4 or v6, is not on the public network; false for a name. */
export function isInsideNetwork(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  return family !== 0 && inside.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** Returns the failure for a refused connection to `hostname`. Problem: download-refused. */
export function insideNetwork(hostname: string): ConnectFailure {
  return new ConnectFailure(
    'inside',
    'name',
    problemOf(
      'download-refused.inside',
      { host: hostname },
      { about: hostname, detail: `${hostname} is not on the public network` },
    ),
  );
}

/**
 * Returns a lookup that finds only public addresses. The connection uses exactly the addresses that
 * were checked, so a name that resolves differently a moment later has no effect.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer, family) => {
      if (error !== null) return callback(error, '');
      const found = Array.isArray(answer) ? answer : [{ address: answer, family: family ?? 0 }];
      const [first] = found;
      if (first === undefined || found.some(({ address }) => isInsideNetwork(address))) {
        return callback(insideNetwork(hostname), '');
      }
      if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Checks whether a name resolves, on this computer, to an address in the local network; false if this
 * computer cannot resolve it.
 */
export function leadsInside(hostname: string, lookup: LookupFunction): Promise<boolean> {
  return new Promise((resolve) => {
    publicOnly(lookup)(hostname, { all: true }, (error) => {
      resolve(error instanceof ConnectFailure);
    });
  });
}
