import { plainAddress, type AddressList } from '../settings/address-list.ts';

/**
 * Where a request comes from: its socket's address, and where that is a trusted proxy, the address that
 * it saw, and so on. So what a stranger writes into `X-Forwarded-For` is never reached: it lies to the
 * left of what the outermost trusted proxy has added. Null where somebody trusted names no address.
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

/** `192.0.2.7:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711` are ways to write a hop, too. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1];
  return bracketed ?? hop.replace(/^([\d.]+):\d+$/, '$1');
}
