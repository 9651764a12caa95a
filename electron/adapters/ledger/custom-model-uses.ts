import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { OPEN } from './executions.ts';
import type { Tables } from './rows.ts';

/** What jobs use of a custom model or scene. */
export interface CustomModelUseRepository {
  /** Jobs that are not over, and of which the service has nothing to make or answer. */
  waiting(kind: CustomModelKind, id: number): number;
  /** Which of these jobs are among them. */
  waitingOf(kind: CustomModelKind, id: number, jobIds: readonly number[]): number[];
  /** Names of photos that the service makes with it, or may make: the oldest jobs first. */
  running(kind: CustomModelKind, id: number, limit: number): string[];
  /** Images that were delivered. */
  delivered(kind: CustomModelKind, id: number): number;
}

const USING = 'j.recipe_id IN (SELECT value FROM json_each(?))';
/** What a person gave up on, and what has ended, uses nothing. */
const LASTS = "j.state IN ('waiting', 'running', 'held')";
/** Nor of what is being brought home: its run has been made. */
const UNSENT = `${USING}
  AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
    AND (e.${OPEN} OR e.state = 'finished' AND e.run = j.runs))`;

export function customModelUseRepository(db: Tables): CustomModelUseRepository {
  /** Of all recipes that jobs were ever made with, as JSON; null where none has it. */
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
  /** Without a look at any job where no recipe has it. */
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
    waiting: (kind, id) => count(kind, id, `FROM jobs j WHERE ${LASTS} AND ${UNSENT}`),
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
         WHERE e.${OPEN} AND ${LASTS} AND ${USING} GROUP BY j.id ORDER BY j.id LIMIT ?`,
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
