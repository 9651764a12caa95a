import { X509Certificate } from 'node:crypto';
import { realpathSync } from 'node:fs';
import {
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls';
import { liesBelow } from '#electron/base/paths.ts';
import { FileRefused, readRegularSync } from '#electron/base/regular-file.ts';
import { causeText, failure, success, type Outcome, type Problem } from '#shared/problem.ts';
import { codeOf, problemOf, systemText } from './failure.ts';

/** Whom this computer trusts to vouch for others; made when it is first needed. */
export interface Trust {
  context(): SecureContext;
  /** Why the file of further certificates counts for nothing; null where it does, or none is named. */
  trouble(): string | null;
}

/** Where further root certificates are. */
export interface CertificateFile {
  /** Absolute path of a PEM file. */
  readonly file: string;
  /** Data folder of the program: a page writes there, so nothing in it makes anybody trusted. */
  readonly dataFolder: string;
}

/**
 * Node's own root certificates, those of the system, and those in a PEM file; null for none. Whatever is missing, checking is never switched off: fewer are trusted then.
 */
export function createTrust(file: CertificateFile | null, store: CertificateStore): Trust {
  let made: { readonly context: SecureContext; readonly trouble: string | null } | null = null;
  const make = () => {
    const extra = file === null ? success<readonly string[]>([]) : readCertificates(file);
    const known = [...getCACertificates('default'), ...store.system()];
    return {
      context: store.contextOf([...new Set([...known, ...(extra.ok ? extra.value : [])])]),
      trouble: extra.ok ? null : extra.problem.message,
    };
  };
  return {
    context: () => (made ??= make()).context,
    trouble: () => made?.trouble ?? null,
  };
}

/** Certificates that were read, for all the trust that is made one after the other. */
export class CertificateStore {
  #system: readonly string[] | null = null;
  #last: { readonly ca: readonly string[]; readonly context: SecureContext } | null = null;

  /** Returns the system's, read once: it takes tens of milliseconds. An unreadable store adds nothing. */
  system(): readonly string[] {
    if (this.#system !== null) return this.#system;
    try {
      this.#system = getCACertificates('system');
    } catch {
      this.#system = [];
    }
    return this.#system;
  }

  /** Returns the same context until others are trusted: reading all certificates takes ten milliseconds. */
  contextOf(ca: readonly string[]): SecureContext {
    const last = this.#last;
    const isSame = last?.ca.length === ca.length && last.ca.every((pem, at) => pem === ca[at]);
    if (last !== null && isSame) return last.context;
    const context = createSecureContext({ ca: [...ca] });
    this.#last = { ca, context };
    return context;
  }
}

/** Bytes; all roots of a system together take a fifth of it. */
const LARGEST = 2_000_000;
/**
 * Whose certificates are trusted can read along, so no picture, note or sheet that a page may have had
 * written passes for such a file.
 */
const names = /\.(?:pem|crt|cer|ca-bundle)$/iu;
const binary = /[^\t\n\f\r\u0020-\u007E\u0080-\u00FF]/u;
const onePem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/**
 * Reads the certificates in a PEM file, each one readable. Problems: certificates-unreadable,
 * certificates-not-safe.
 */
export function readCertificates({
  file,
  dataFolder,
}: CertificateFile): Outcome<readonly string[]> {
  const bad = (why: string, detail?: string) =>
    failure(
      'certificates-unreadable',
      `The certificate file ${file} ${why}. Choose a PEM file with the root certificates of your network.`,
      { about: file, ...(detail === undefined ? {} : { detail }) },
    );
  let found: readonly string[];
  try {
    // what is read is the very file that was checked, whatever a link says a moment later
    const real = realpathSync.native(file);
    if (liesBelow(real, dataFolder)) return notSafe(file);
    if (!names.test(file) || !names.test(real)) return bad('does not end in .pem, .crt or .cer');
    const content = readRegularSync(real, { most: LARGEST, noLink: true }).toString('latin1');
    if (binary.test(content)) return bad('is no text');
    found = content.match(onePem) ?? [];
    found.forEach((pem) => new X509Certificate(pem));
  } catch (error) {
    if (error instanceof FileRefused) return bad('is no file of certificates', error.code);
    return bad('cannot be read', causeText(error));
  }
  return found.length === 0 ? bad('holds no certificate') : success(found);
}

function notSafe(file: string): Outcome<never> {
  return failure(
    'certificates-not-safe',
    `${file} is inside the data folder, where a browser page can write, so its certificates are not trusted. Choose a file in another folder.`,
    { about: file },
  );
}

/** Node's and OpenSSL's names for a certificate that does not hold. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/.test(codeOf(error));
}

/**
 * Why the certificate of `host` does not hold, in words with the date or the names in it. `seen` is
 * what the other side showed, null where that is not known.
 */
export function certificateProblem(
  error: unknown,
  host: string,
  seen: PeerCertificate | null,
  trouble: string | null,
): Problem {
  const detail = [systemText(error), trouble].filter((text) => text !== null).join('; ');
  const code = codeOf(error);
  const now = seen === null ? '' : dayOf(seen.valid_to);
  const start = seen === null ? '' : dayOf(seen.valid_from);
  const refuses = 'so Darkslide does not talk to it';
  const clock = 'Check the date of this computer; if it is right, tell who runs the service.';
  if (code === 'CERT_HAS_EXPIRED') {
    const since = now === '' ? '' : ` on ${now}`;
    return problemOf(
      'service-certificate-expired',
      `The certificate of ${host} ran out${since}, ${refuses}. ${clock}`,
      now === '' ? host : `${host}, ${now}`,
      detail,
    );
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const from = start === '' ? 'later' : `on ${start}`;
    return problemOf(
      'service-certificate-early',
      `The certificate of ${host} begins to hold ${from}, ${refuses}. ${clock}`,
      start === '' ? host : `${host}, ${start}`,
      detail,
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = namesOf(seen);
    return problemOf(
      'service-certificate-name',
      `The certificate that answers for ${host} is one for ${names}, ${refuses}. Check the address; a sign-in page of the network may be in between.`,
      `${host}, ${names}`,
      detail,
    );
  }
  const issuer = issuerOf(seen);
  return problemOf(
    'service-certificate',
    `Nobody this computer trusts vouches for the certificate of ${host}${issuer === '' ? '' : `; it was issued by “${issuer}”`}, ${refuses}. If your network looks into connections, give its root certificate in Settings, Network.`,
    issuer === '' ? host : `${host}, ${issuer}`,
    detail,
  );
}

/** YYYY-MM-DD; empty where it cannot be read. */
function dayOf(text: string | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}

/** Names a stranger wrote are shortened: they stand in a sentence. */
const shortened = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').slice(0, 120);

function namesOf(seen: PeerCertificate | null): string {
  const names = (seen?.subjectaltname ?? '').replaceAll(/(?:DNS|IP Address):/gu, '');
  return shortened(names === '' ? asText(seen?.subject.CN) : names) || '?';
}

function issuerOf(seen: PeerCertificate | null): string {
  return shortened(asText(seen?.issuer.CN) || asText(seen?.issuer.O));
}

function asText(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '');
}
