import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { OPEN } from './executions.ts';
import type { Tables } from './rows.ts';

/** How jobs use a custom model or scene. */
export interface CustomModelUseRepository {
  /**
   * Returns the number of unfinished jobs that have no unanswered request and that the service is
   * not processing.
   */
  waiting(kind: CustomModelKind, id: number): number;
  /** Returns which of the given jobs are among those that `waiting` counts. */
  waitingOf(kind: CustomModelKind, id: number, jobIds: readonly number[]): number[];
  /**
   * Returns the names of photos that the service is processing, or may be processing, with the
   * model or scene; oldest jobs first.
   */
  running(kind: CustomModelKind, id: number, limit: number): string[];
  /** Returns the number of images delivered with the model or scene. */
  delivered(kind: CustomModelKind, id: number): number;
}

const USING = 'j.recipe_id IN (SELECT value FROM json_each(?))';
/** SQL for unfinished jobs, because only unfinished jobs still use a custom model or scene. */
const UNFINISHED = "j.state IN ('waiting', 'running', 'held')";
/**
 * SQL for jobs with one of the given recipes whose run has neither an open request nor a finished execution. Jobs
 * whose images are being downloaded are therefore left out.
 */
const UNSENT = `${USING}
  AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
    AND (e.${OPEN} OR e.state = 'finished' AND e.run = j.runs))`;

export function customModelUseRepository(db: Tables): CustomModelUseRepository {
  /**
   * Returns all recipes of past and present jobs that use the model or scene, as JSON; null if
   * there are none.
   */
  const recipesWith = (kind: CustomModelKind, id: number): string | null => {
    const ids = db.column<number>(
      `SELECT id FROM recipes WHERE json_extract(text, '$.agent') = ?
         AND json_extract(text, '$.version') = ? AND json_extract(text, '$.params.' || ?) = ?`,
      customModelAgent.agentName,
      customModelAgent.agentVersion,
      customModelFacts[kind].parameter,
      id,
    );
    return ids.length === 0 ? null : JSON.stringify(ids);
  };
  /** Queries jobs, unless no recipe uses the model or scene. */
  const asked = <Value>(
    kind: CustomModelKind,
    id: number,
    sql: string,
    ...more: (number | string)[]
  ): Value[] => {
    const recipes = recipesWith(kind, id);
    return recipes === null ? [] : db.column(sql, recipes, ...more);
  };
  const count = (kind: CustomModelKind, id: number, sql: string): number =>
    asked<number>(kind, id, `SELECT count(*) ${sql}`)[0] ?? 0;

  return {
    waiting: (kind, id) => count(kind, id, `FROM jobs j WHERE ${UNFINISHED} AND ${UNSENT}`),
    waitingOf: (kind, id, jobIds) =>
      asked(
        kind,
        id,
        `SELECT j.id FROM jobs j WHERE ${UNSENT} AND j.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(jobIds),
      ),
    running: (kind, id, limit) =>
      asked(
        kind,
        id,
        `SELECT j.name FROM executions e JOIN jobs j ON j.id = e.job_id
         WHERE e.${OPEN} AND ${UNFINISHED} AND ${USING} GROUP BY j.id ORDER BY j.id LIMIT ?`,
        limit,
      ),
    delivered: (kind, id) =>
      count(
        kind,
        id,
        `FROM jobs j JOIN executions e ON e.job_id = j.id JOIN results r ON r.execution_row = e.id
         WHERE ${USING} AND r.kind = 'image' AND r.file IS NOT NULL`,
      ),
  };
}
