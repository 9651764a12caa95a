import type { CustomModelParts } from './types.ts';

type Place = Pick<CustomModelParts, 'isDemo' | 'serviceUrl'>;

/** Returns an address as it is now: the demo service uses a different port each time it starts. */
export function addressNow({ isDemo, serviceUrl }: Place, address: string): string {
  if (!isDemo || !URL.canParse(address)) return address;
  const { pathname, search } = new URL(address);
  return `${new URL(serviceUrl).origin}${pathname}${search}`;
}

/** Returns the origin of an address; '' for anything else. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** Returns an address without the service's signature, which is different in every answer. */
export function fileOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}
