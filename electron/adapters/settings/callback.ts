import { isIP } from 'node:net';
import { failure, success, type Failure, type Outcome } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { readAddressList } from './address-list.ts';
import { isLoopback } from './service-address.ts';

/** Checks that all of the settings can be used. Problem: callback-settings, with the first one as `parameter`. */
export function checkCallback(settings: CallbackSettings): Outcome<void> {
  if (isIP(settings.listenOn) === 0) {
    return wrong(
      'listenOn',
      `"${settings.listenOn}" is no address of a computer. Give one like 127.0.0.1, or 0.0.0.0 for all of this computer's.`,
      settings.listenOn,
    );
  }
  if (settings.publicUrl !== '') {
    const url = checkPublicUrl(settings.publicUrl);
    if (!url.ok) return url;
  }
  for (const parameter of ['sources', 'trustedProxies'] as const) {
    const [first] = readAddressList(settings[parameter]).wrong;
    if (first === undefined) continue;
    return wrong(
      parameter,
      `"${first}" is neither an address nor a network. Give one like 192.0.2.7 or 192.0.2.0/24.`,
      first,
    );
  }
  return success();
}

/** Returns the address that the service is given, without a trailing slash. Problems: callback-settings. */
export function checkPublicUrl(text: string): Outcome<string> {
  const bad = (why: string) => wrongUrl(text, why);
  const url = URL.parse(text.trim());
  if (url === null) return bad('is not a complete web address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad('does not begin with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') return bad('must not hold a name or password');
  if (url.search !== '' || url.hash !== '') return bad('must not hold a ? or #');
  return success(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/**
 * Checks that a public address can be given to this service, which calls it from the public network: an
 * address of this computer only works for a service that also runs here. Problem: callback-settings.
 */
export function checkOffered(publicUrl: string, serviceUrl: string): Outcome<void> {
  const isHere = (address: string) => isLoopback(URL.parse(address)?.hostname ?? '');
  if (!isHere(publicUrl) || isHere(serviceUrl)) return success();
  return wrong(
    'publicUrl',
    `The service cannot reach ${publicUrl}, because that is an address of this computer. Enter an address that is reachable from the internet.`,
    publicUrl,
  );
}

function wrongUrl(text: string, why: string) {
  return failure(
    'callback-settings',
    `The public address for notifications ${why}. Enter one like https://studio.example/darkslide.`,
    { parameter: 'callback.publicUrl', about: text },
  );
}

function wrong(parameter: keyof CallbackSettings, message: string, about: string): Failure {
  return failure('callback-settings', message, { parameter: `callback.${parameter}`, about });
}
