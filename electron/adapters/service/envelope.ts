import { plainText } from '#shared/plain-text.ts';

/** The envelope of every answer (interface: "Response envelope"). */
export interface Envelope {
  readonly success: boolean;
  /** The code as text; the service sends a number or a string. */
  readonly code: string;
  /** The message, from `message` or `msg`; empty if neither is text. */
  readonly message: string;
  readonly data: unknown;
}

/**
 * Parses the envelope of a response; returns null for anything else, such as HTML or truncated JSON.
 * Requires a boolean `success` and a number or string `code`, so that JSON from a proxy is never mistaken
 * for the service's answer to a paid request. Never throws.
 */
export function readEnvelope(body: Uint8Array): Envelope | null {
  let parsed: unknown;
  try {
    // The decoder strips a byte order mark and throws on invalid UTF-8.
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const { success, code, message, msg, data } = parsed as Record<string, unknown>;
  if (typeof success !== 'boolean') return null;
  if (typeof code !== 'number' && typeof code !== 'string') return null;
  return { success, code: plainText(String(code)), message: wordsOf(message, msg), data };
}

function wordsOf(...candidates: unknown[]): string {
  for (const words of candidates) {
    if (typeof words === 'string' && words.trim() !== '') return words;
  }
  return '';
}
