import { problemOf } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { CustomModelContext } from './context.ts';
import type { CreationReport } from './report.ts';

/**
 * Claims a creation in the shared studio. Returns the check to repeat before the first byte is sent, or the reason
 * why the model or scene must not be created now. If another station has created the same model or scene, or may have
 * created it before that station was lost, this station creates it only if the user retries. Problems: own-elsewhere,
 * those of `Station.claim`.
 */
export async function claimCreation(
  { station }: CustomModelContext,
  creation: CreationRow,
): Promise<(() => Outcome<void>) | CreationReport> {
  if (station === undefined) return () => success();
  const answer = await station.claimCreation(creation);
  if (!answer.ok) return { kind: 'waits', problem: answer.problem };
  const { kind } = creation;
  switch (answer.value.kind) {
    case 'granted': {
      const { fence } = answer.value;
      return () => station.mayCreate(fence);
    }
    case 'elsewhere': {
      const values = { kind, station: answer.value.station };
      return { kind: 'waits', problem: problemOf('own-elsewhere.now', values) };
    }
    case 'bought':
    case 'lost': {
      const values = { kind, station: answer.value.station };
      const code = answer.value.kind === 'bought' ? 'own-elsewhere' : 'own-elsewhere.lost';
      return { kind: 'stopped', problem: problemOf(code, values) };
    }
    case 'adopt':
    case 'busy':
    case 'limit':
    case 'no-lease':
      throw new Error(`A creation was answered with "${answer.value.kind}".`);
  }
}
