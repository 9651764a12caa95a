import { ownAgent, ownFacts, type OwnKind } from '#shared/own.ts';
import type { Database } from './sqlite.ts';

/** What jobs use of an own model or scene. */
export interface OwnUseBooks {
  /** Jobs that are not over, and of which the service has nothing to make or answer. */
  waiting(kind: OwnKind, id: number): number;
  /** Those of them that the queue has in hand. */
  inHand(kind: OwnKind, id: number): number[];
  /** Names of photos that the service makes with it, or may make: the oldest jobs first. */
  running(kind: OwnKind, id: number, limit: number): string[];
  /** Images that were delivered. */
  delivered(kind: OwnKind, id: number): number;
}

/** Of all recipes that jobs were ever made with: the agent, its version, the parameter, the id. */
const USING = `j.recipe_id IN (SELECT id FROM recipes WHERE json_extract(text, '$.agent') = ?
  AND json_extract(text, '$.version') = ? AND json_extract(text, '$.params.' || ?) = ?)`;
/** In the words of the index over these few of many rows, so that it is used. */
const OPEN = "e.state IN ('sending','doubt','started')";
/** What a person gave up on, and what has ended, uses nothing. */
const LASTS = "j.state IN ('waiting', 'running', 'held')";

export function ownUseBooks(db: Database): OwnUseBooks {
  const named = (kind: OwnKind, id: number) =>
    [ownAgent.agentName, ownAgent.agentVersion, ownFacts[kind].parameter, id] as const;
  const unsent = `${USING} AND NOT EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id AND ${OPEN})`;
  return {
    waiting: (kind, id) =>
      db.get<{ count: number }>(
        `SELECT count(*) AS count FROM jobs j WHERE ${LASTS} AND ${unsent}`,
        ...named(kind, id),
      )?.count ?? 0,
    inHand: (kind, id) =>
      db
        .all<{ id: number }>(
          `SELECT j.id FROM jobs j WHERE j.state = 'running' AND ${unsent}`,
          ...named(kind, id),
        )
        .map((row) => row.id),
    running: (kind, id, limit) =>
      db
        .all<{ name: string }>(
          `SELECT j.name FROM executions e JOIN jobs j ON j.id = e.job_id
           WHERE ${OPEN} AND ${LASTS} AND ${USING} GROUP BY j.id ORDER BY j.id LIMIT ?`,
          ...named(kind, id),
          limit,
        )
        .map((row) => row.name),
    delivered: (kind, id) =>
      db.get<{ count: number }>(
        `SELECT count(*) AS count FROM jobs j JOIN executions e ON e.job_id = j.id
         JOIN results r ON r.execution_row = e.id
         WHERE r.kind = 'image' AND r.file IS NOT NULL AND ${USING}`,
        ...named(kind, id),
      )?.count ?? 0,
  };
}
