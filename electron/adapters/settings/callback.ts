import { failure } from '#shared/failure.ts';
import { isIP } from 'node:net';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import type { CallbackSettings } from '#shared/views/callback.ts';
import { readAddressList } from './address-list.ts';
import { isLoopback } from './service-address.ts';

/**
 * Checks that the settings are valid and can be used together. Problem: callback-settings, with the first invalid
 * setting as `parameter`.
 */
export function checkCallback(settings: CallbackSettings): Outcome<void> {
  if (isIP(settings.listenOn) === 0) {
    return wrong('listenOn', 'callback-settings.listenOn', settings.listenOn);
  }
  if (settings.publicUrl !== '') {
    const url = checkPublicUrl(settings.publicUrl);
    if (!url.ok) return url;
  }
  for (const parameter of ['sources', 'trustedProxies'] as const) {
    const [first] = readAddressList(settings[parameter]).wrong;
    if (first === undefined) continue;
    return wrong(parameter, 'callback-settings.network', first);
  }
  return success();
}

/**
 * Returns the public address in the form in which the service receives it, without a trailing
 * slash. Problems: callback-settings.
 */
export function checkPublicUrl(text: string): Outcome<string> {
  const bad = (why: 'incomplete' | 'protocol' | 'account' | 'query') =>
    failure(
      'callback-settings.publicUrl',
      { why },
      { parameter: 'callback.publicUrl', about: text },
    );
  const url = URL.parse(text.trim());
  if (url === null) return bad('incomplete');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad('protocol');
  }
  if (url.username !== '' || url.password !== '') return bad('account');
  if (url.search !== '' || url.hash !== '') return bad('query');
  return success(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/**
 * Checks that the service can reach a public address. The service calls the address from the public
 * network, so an address of this computer only works if the service also runs here. Problem:
 * callback-settings.
 */
export function checkOffered(publicUrl: string, serviceUrl: string): Outcome<void> {
  const isHere = (address: string) => isLoopback(URL.parse(address)?.hostname ?? '');
  if (!isHere(publicUrl) || isHere(serviceUrl)) return success();
  return wrong('publicUrl', 'callback-settings.local', publicUrl);
}

function wrong(
  parameter: keyof CallbackSettings,
  key: `callback-settings.${'listenOn' | 'network' | 'local'}`,
  address: string,
): Failure {
  return failure(key, { address }, { parameter: `callback.${parameter}`, about: address });
}
