import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type {
  DocumentAnswer,
  DocumentDraft,
  Documents,
} from '../../../adapters/shared-studio/documents.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';

type PutAnswer = Exclude<DocumentAnswer, { readonly kind: 'no-lease' }>;

/** Writes a document under the station's current lease. Problems: those of the database, station-lease-lost. */
export async function putDocument(
  documents: Pick<Documents, 'put'>,
  lease: () => Lease | null,
  draft: DocumentDraft,
): Promise<Outcome<PutAnswer>> {
  const held = lease();
  if (held === null) return failure('station-lease-lost');
  const answer = await documents.put(draft, held);
  if (!answer.ok) return answer;
  return answer.value.kind === 'no-lease' ? failure('station-lease-lost') : success(answer.value);
}
