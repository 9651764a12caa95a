import { failure, success, type Outcome } from '#shared/problem.ts';

/**
 * Checks the address of a service and returns it without a trailing slash. Plain http is only allowed for
 * this computer, because every request contains the key.
 */
export function checkServiceUrl(text: string): Outcome<string> {
  const bad = (why: string) =>
    failure(
      'service-bad-url',
      `The service address ${why}. Enter one like https://example.com/openapi/v1.`,
    );
  const url = URL.parse(text.trim());
  if (url === null) return bad('is not a complete web address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return bad('does not begin with https://');
  }
  if (url.username !== '' || url.password !== '')
    return bad('must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') return bad('must not hold a ? or #');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return bad('begins with http://, which would send the API key in the clear');
  }
  return success(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

/** Checks whether the host name of a URL means this computer. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Checks that a key is valid in a header unchanged. The message never contains the key. */
export function checkServiceKey(text: string): Outcome<string> {
  const key = text.trim();
  if (key === '') {
    return failure(
      'service-key-missing',
      'There is no API key. Enter it in Settings, or set DARKSLIDE_API_KEY.',
    );
  }
  if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(key)) {
    return failure(
      'service-key-invalid',
      'The API key contains invalid characters, perhaps from copying. Copy it again from the service.',
    );
  }
  return success(key);
}
