import type { CustomModelParts } from './types.ts';

type Place = Pick<CustomModelParts, 'isDemo' | 'serviceUrl'>;

/** An address as it is now: the demo service has another port with each start. */
export function addressNow({ isDemo, serviceUrl }: Place, address: string): string {
  if (!isDemo || !URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return `${new URL(serviceUrl).origin}${pathname}${search}`;
}

/** '' for what is no address. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Without what a service signs an address with, which is another each time it tells it. */
export function fileOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
