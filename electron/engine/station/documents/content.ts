import { failure } from '#shared/failure.ts';
import type { SharedKind } from './kind.ts';

/** Parses and checks the text of a document. Problems: shared-document, those of the kind. */
export async function readContent(
  kind: SharedKind,
  content: string,
): ReturnType<SharedKind['check']> {
  if (content.length > kind.longest) return failure('shared-document.unreadable');
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return failure('shared-document.unreadable');
  }
  return kind.check(json);
}
