import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SharedStudio } from '../../adapters/shared-studio/types.ts';
import { settleLost } from './exchange.ts';
import type { Turns } from './turns.ts';

/** Claims that the station does not use, until the database has confirmed that they are released. */
export class Releases {
  readonly #claims = new Set<number>();
  #isAnswerLost = false;

  add(claim: number): void {
    this.#claims.add(claim);
  }

  /**
   * Forgets the claims that were added, because a database that lost changes gives their ids to others. They are found
   * among the station's claims instead.
   */
  startOver(): void {
    this.#claims.clear();
    this.#isAnswerLost = true;
  }

  /** Call if the answer to a claim was lost: the claim may have been granted all the same. */
  answerLost(): void {
    this.#isAnswerLost = true;
  }

  /** Releases the claims that were added; those for which this fails are released by the next call. */
  async send(shared: Pick<SharedStudio, 'report'>): Promise<Outcome<void>> {
    for (const claim of this.#claims) {
      const answer = await shared.report({ claim, state: 'released', executions: [] });
      if (!answer.ok) return answer;
      this.#claims.delete(claim);
    }
    return success();
  }

  /** Releases the claims that were added, and those whose answers were lost. */
  async sendAll(
    shared: SharedStudio,
    ledger: Pick<Ledger, 'claims'>,
    turns: Turns,
  ): Promise<Outcome<void>> {
    const sent = await this.send(shared);
    if (!sent.ok || !this.#isAnswerLost) return sent;
    this.#isAnswerLost = false;
    const settled = await settleLost(shared, ledger, turns);
    // a claim that was taken over is settled once its job has claimed again or has ended
    this.#isAnswerLost ||= !settled.ok || settled.value;
    return settled.ok ? success() : settled;
  }
}
