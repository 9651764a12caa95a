import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { checkServiceKey, checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { Start } from '../start.ts';

/**
 * Returns the key to save in `file` for a system service. Null if there is no key to save: for the demo service, or if
 * no key is given and the file already has one for the address. Problems: service-bad-url, service-key-missing,
 * service-key-invalid.
 */
export function keyToKeep(
  { service }: Pick<Start, 'service'>,
  file: string,
  isKept: boolean,
): Outcome<string | null> {
  if (service === null) return success(null);
  const url = checkServiceUrl(service.url);
  if (!url.ok) return url;
  if (service.key.trim() !== '') return checkServiceKey(service.key);
  if (isKept) return success(null);
  return failure('service-key-missing.command', { url: url.value, file });
}
