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
import { failure, problemOf } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import { codeOf, systemText } from './failure.ts';

/** The certificate authorities that Darkslide trusts on this computer; loaded when first needed. */
export interface Trust {
  context(): SecureContext;
  /**
   * Returns why the file of additional certificates is ignored; null if the file is used, or if
   * none is configured.
   */
  trouble(): string | null;
}

/** Location of additional root certificates. */
export interface CertificateFile {
  /** Absolute path of a PEM file. */
  readonly file: string;
  /**
   * Absolute path of the program's data folder. A web page can cause files to be written there, so
   * certificates in it are never trusted.
   */
  readonly dataFolder: string;
}

/**
 * Creates the trust in Node's own root certificates, those of the system and those in a PEM file; `file` is null if
 * there is no PEM file. Servers are always verified: if a source of certificates is missing, fewer servers are
 * trusted.
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

/** Keeps the certificates that were read, for later `Trust` objects. */
export class CertificateStore {
  #system: readonly string[] | null = null;
  #last: { readonly ca: readonly string[]; readonly context: SecureContext } | null = null;

  /**
   * Returns the system's certificates. They are read only once, because reading takes tens of
   * milliseconds. Returns no certificates if the system's store is unreadable.
   */
  system(): readonly string[] {
    if (this.#system !== null) return this.#system;
    try {
      this.#system = getCACertificates('system');
    } catch {
      this.#system = [];
    }
    return this.#system;
  }

  /**
   * Returns the same context until the trusted certificates change, because parsing all of them
   * takes ten milliseconds.
   */
  contextOf(ca: readonly string[]): SecureContext {
    const last = this.#last;
    const isSame = last?.ca.length === ca.length && last.ca.every((pem, at) => pem === ca[at]);
    if (last !== null && isSame) return last.context;
    const context = createSecureContext({ ca: [...ca] });
    this.#last = { ca, context };
    return context;
  }
}

/** Maximum file size in bytes; all root certificates of a system take a fifth of this. */
const LARGEST = 2_000_000;
/**
 * Allowed file names. The owner of a trusted certificate can read all traffic, so an image, note or
 * spreadsheet is never accepted as a certificate file: a web page may have caused it to be written.
 */
const names = /\.(?:pem|crt|cer|ca-bundle)$/iu;
const binary = /[^\t\n\f\r\u0020-\u007E\u0080-\u00FF]/u;
const onePem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/**
 * Reads the certificates in a PEM file and parses each one. Problems: certificates-unreadable,
 * certificates-not-safe.
 */
export function readCertificates({
  file,
  dataFolder,
}: CertificateFile): Outcome<readonly string[]> {
  const bad = (why: 'name' | 'binary' | 'type' | 'empty' | 'unreadable', detail?: string) =>
    failure(
      'certificates-unreadable',
      { file, why },
      { about: file, ...(detail === undefined ? {} : { detail }) },
    );
  let found: readonly string[];
  try {
    // reads the path that was checked and refuses links, so that a link that changes in between has
    // no effect
    const real = realpathSync.native(file);
    if (liesBelow(real, dataFolder)) return notSafe(file);
    if (!names.test(file) || !names.test(real)) return bad('name');
    const content = readRegularSync(real, { most: LARGEST, noLink: true }).toString('latin1');
    if (binary.test(content)) return bad('binary');
    found = content.match(onePem) ?? [];
    found.forEach((pem) => new X509Certificate(pem));
  } catch (error) {
    if (error instanceof FileRefused) return bad('type', error.code);
    return bad('unreadable', causeText(error));
  }
  return found.length === 0 ? bad('empty') : success(found);
}

function notSafe(file: string): Outcome<never> {
  return failure('certificates-not-safe', { file }, { about: file });
}

/** Recognises Node's and OpenSSL's error codes for an invalid certificate. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|UNABLE_TO_|SELF_SIGNED|HOSTNAME_MISMATCH/.test(codeOf(error));
}

/**
 * Returns why the certificate of `host` is invalid, as a sentence that contains the certificate's
 * date or names. `seen` is the certificate that the server sent; null if unknown.
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
  if (code === 'CERT_HAS_EXPIRED') {
    const of = { about: now === '' ? host : `${host}, ${now}`, detail };
    return now === ''
      ? problemOf('service-certificate-expired', { host }, of)
      : problemOf('service-certificate-expired.since', { host, date: now }, of);
  }
  if (code === 'CERT_NOT_YET_VALID') {
    const of = { about: start === '' ? host : `${host}, ${start}`, detail };
    return start === ''
      ? problemOf('service-certificate-early', { host }, of)
      : problemOf('service-certificate-early.from', { host, date: start }, of);
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = namesOf(seen);
    const of = { about: `${host}, ${names}`, detail };
    return problemOf('service-certificate-name', { host, names }, of);
  }
  const issuer = issuerOf(seen);
  return issuer === ''
    ? problemOf('service-certificate', { host }, { about: host, detail })
    : problemOf(
        'service-certificate.issuer',
        { host, issuer },
        { about: `${host}, ${issuer}`, detail },
      );
}

/** Returns a certificate's date as YYYY-MM-DD, or '' for an unreadable date. */
function dayOf(text: string | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}

/** Shortens names from an untrusted certificate, because they appear in a sentence. */
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
