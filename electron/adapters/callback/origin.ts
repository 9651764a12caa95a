import { plainAddress, type AddressList } from '../settings/address-list.ts';

/**
 * Returns the address from which a request comes: the socket's address or, if that is a trusted
 * proxy, the address that the proxy reported, and so on through further trusted proxies. Addresses
 * that an unknown sender writes into `X-Forwarded-For` are never used, because they are to the left
 * of the address that the outermost trusted proxy added. Null if a trusted proxy reports no
 * address.
 */
export function originOf(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: AddressList,
): string | null {
  const hops = forwardedFor?.split(',') ?? [];
  let origin = plainAddress(peer ?? '');
  while (origin !== null && proxies.has(origin)) {
    const hop = hops.pop();
    if (hop === undefined) return origin;
    origin = plainAddress(withoutPort(hop.trim()));
  }
  return origin;
}

/**
 * Removes the port, because `192.0.2.7:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711` are also valid
 * hops.
 */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
