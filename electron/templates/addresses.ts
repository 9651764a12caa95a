import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { plainHost, portOf } from '../network/connect.ts';
import type { Guard, Network } from '../network/network.ts';

/**
 * Addresses that are not of the public network: those of this computer, of a house, of a link. Not
 * 198.18.0.0/15, which some proxies give every name of the public network.
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
  inside.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(net, prefix, 'ipv6');
}

/** Whether an IP address, v4 or v6, lies outside the public network. */
export function isInside(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  // an IPv4 address in the form of IPv6 is checked as what it is
  return family !== 0 && inside.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** What a connection is refused with that would leave the public network. */
class InsideAddress extends Error {
  readonly code = 'EINSIDE';
}

/** ms; a picture is small. */
const CONNECT = 10_000;
const HEADERS = 15_000;
const IDLE = 10_000;

/**
 * Connections for addresses that the service names: the public network only, whatever a name resolves
 * to, because a picture's address must not reach into the network of a studio. The service's own
 * `origin` is excepted, since requests go there anyway. A proxy looks names up by itself: it is not asked
 * for one that leads inside as far as this computer can tell.
 */
export function pictureAgent(origin: string, network: Network, closing: AbortSignal): Agent {
  const own = new URL(origin);
  const free = network.connector(CONNECT, closing);
  const guarded = network.connector(CONNECT, closing, outside);
  return new Agent({
    headersTimeout: HEADERS,
    bodyTimeout: IDLE,
    allowH2: false,
    connect: (target, callback) => {
      const { hostname, protocol, port } = target;
      const isOwn =
        protocol === own.protocol &&
        plainHost(hostname) === plainHost(own.hostname) &&
        portOf(protocol, port) === portOf(own.protocol, own.port);
      if (isOwn) return free(target, callback);
      if (isInside(hostname)) return callback(new InsideAddress(hostname), null);
      guarded(target, callback);
    },
  });
}

const outsideOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses ?? [];
    const [first] = found;
    if (error !== null) return callback(error, '');
    if (first === undefined || found.some(({ address }) => isInside(address))) {
      return callback(new InsideAddress(hostname), '');
    }
    if (options.all === true) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

const outside: Guard = {
  lookup: outsideOnly,
  permits: (hostname) =>
    new Promise((resolve) => {
      outsideOnly(hostname, { all: true }, (error) => resolve(!(error instanceof InsideAddress)));
    }),
  refusal: (hostname) => new InsideAddress(hostname),
};
