import { plainText } from '#shared/plain-text.ts';

/** The envelope of every answer, "Response envelope", in one spelling. */
export interface Envelope {
  readonly success: boolean;
  /** As text, whether the service wrote a number or a string. */
  readonly code: string;
  /** From `message` or `msg`; empty where neither is text. */
  readonly message: string;
  readonly data: unknown;
}

/**
 * Reads the envelope from the bytes of a response, or gives `null` when they are not one: HTML, JSON
 * that was cut or is something else. `success` must be a boolean and `code` a number or text,
 * because a proxy's JSON page must never pass for the service's word on a paid request. Never throws.
 */
export function readEnvelope(body: Uint8Array): Envelope | null {
  let parsed: unknown;
  try {
    // The decoder drops a byte order mark and refuses what is not UTF-8.
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
