import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';

/**
 * Checks the address of a service and returns it without a trailing slash. Plain http is only allowed for
 * this computer, because every request contains the key.
 */
export function checkServiceUrl(text: string): Outcome<string> {
  const bad = (why: 'incomplete' | 'protocol' | 'account' | 'query' | 'open') =>
    failure('service-bad-url', { why });
  const url = URL.parse(text.trim());
  if (url === null) return bad('incomplete');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad('protocol');
  }
  if (url.username !== '' || url.password !== '') return bad('account');
  if (url.search !== '' || url.hash !== '') return bad('query');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return bad('open');
  }
  return success(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/** Checks whether the host name of a URL refers to this computer. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Checks that a key can be sent unchanged in a header. The message never contains the key. */
export function checkServiceKey(text: string): Outcome<string> {
  const key = text.trim();
  if (key === '') {
    return failure('service-key-missing');
  }
  if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(key)) {
    return failure('service-key-invalid');
  }
  return success(key);
}
