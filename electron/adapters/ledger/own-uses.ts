import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import type { Database } from './sqlite.ts';

/** What jobs use of an own model or scene. */
export interface OwnUseRepository {
  /** Jobs that are not over, and of which the service has nothing to make or answer. */
  waiting(kind: OwnKind, id: number): number;
  /** Which of these jobs are among them. */
  waitingOf(kind: OwnKind, id: number, jobIds: readonly number[]): number[];
  /** Names of photos that the service makes with it, or may make: the oldest jobs first. */
  running(kind: OwnKind, id: number, limit: number): string[];
  /** Images that were delivered. */
  delivered(kind: OwnKind, id: number): number;
}

const USING = 'j.recipe_id IN (SELECT value FROM json_each(?))';
/** In the words of the index over these few of many rows, so that it is used. */
const OPEN = "e.state IN ('sending','doubt','started')";
/** What a person gave up on, and what has ended, uses nothing. */
const LASTS = "j.state IN ('waiting', 'running', 'held')";
/** Nor of what is being brought home: its run has been made. */
const UNSENT = `${USING}
  AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
    AND (${OPEN} OR e.state = 'finished' AND e.run = j.runs))`;

export function ownUseRepository(db: Database): OwnUseRepository {
  /** Of all recipes that jobs were ever made with, as JSON; null where none has it. */
  const recipesWith = (kind: OwnKind, id: number): string | null => {
    const rows = db.all<{ id: number }>(
      `SELECT id FROM recipes WHERE json_extract(text, '$.agent') = ?
         AND json_extract(text, '$.version') = ? AND json_extract(text, '$.params.' || ?) = ?`,
      ownAgent.agentName,
      ownAgent.agentVersion,
      ownFacts[kind].parameter,
      id,
    );
    return rows.length === 0 ? null : JSON.stringify(rows.map((row) => row.id));
  };
  /** Without a look at any job where no recipe has it. */
  const asked = <Row>(
    kind: OwnKind,
    id: number,
    sql: string,
    ...more: (number | string)[]
  ): Row[] => {
    const recipes = recipesWith(kind, id);
    return recipes === null ? [] : db.all<Row>(sql, recipes, ...more);
  };
  const count = (kind: OwnKind, id: number, sql: string): number =>
    asked<{ count: number }>(kind, id, `SELECT count(*) AS count ${sql}`)[0]?.count ?? 0;

  return {
    waiting: (kind, id) => count(kind, id, `FROM jobs j WHERE ${LASTS} AND ${UNSENT}`),
    waitingOf: (kind, id, jobIds) =>
      asked<{ id: number }>(
        kind,
        id,
        `SELECT j.id FROM jobs j WHERE ${UNSENT} AND j.id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(jobIds),
      ).map((row) => row.id),
    running: (kind, id, limit) =>
      asked<{ name: string }>(
        kind,
        id,
        `SELECT j.name FROM executions e JOIN jobs j ON j.id = e.job_id
         WHERE ${OPEN} AND ${LASTS} AND ${USING} GROUP BY j.id ORDER BY j.id LIMIT ?`,
        limit,
      ).map((row) => row.name),
    delivered: (kind, id) =>
      count(
        kind,
        id,
        `FROM jobs j JOIN executions e ON e.job_id = j.id JOIN results r ON r.execution_row = e.id
         WHERE ${USING} AND r.kind = 'image' AND r.file IS NOT NULL`,
      ),
  };
}
