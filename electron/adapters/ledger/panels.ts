import type { PanelState } from '#shared/views/retouch.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * The user's input in the agent panels of Retouch, stored so that closing the window does not lose
 * it.
 */
export interface PanelRepository {
  /** Returns all panels, most recently changed first. */
  all(): PanelState[];
  keep(panel: PanelState): void;
  /**
   * Returns the distinct texts that jobs used for a parameter, most recently used first. Searches
   * the recipes of jobs, at most the latest thousand.
   */
  texts(parameter: string, limit: number): string[];
}

/** Maximum number of recipes that are searched for earlier texts. */
const MOST_RECIPES = 1000;

export function panelRepository(db: Tables, clock: Clock): PanelRepository {
  return {
    all: () =>
      db
        .all<{ agent: string; version: string; settings: string }>(
          'SELECT agent, version, settings FROM panels ORDER BY changed_at DESC, rowid DESC',
        )
        .map((row) => ({ ...row, settings: JSON.parse(row.settings) as PanelState['settings'] })),
    keep({ agent, version, settings }) {
      db.run(
        `INSERT INTO panels (agent, version, settings, changed_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (agent, version) DO UPDATE SET settings = excluded.settings,
           changed_at = excluded.changed_at`,
        agent,
        version,
        JSON.stringify(settings),
        clock.wall(),
      );
    },
    texts: (parameter, limit) =>
      db.column(
        `SELECT value FROM (
           SELECT id, json_extract(text, '$.params.' || json_quote(?)) AS value FROM recipes
           ORDER BY id DESC LIMIT ${MOST_RECIPES})
         WHERE typeof(value) = 'text' AND trim(value) <> ''
         GROUP BY value ORDER BY max(id) DESC LIMIT ?`,
        parameter,
        limit,
      ),
  };
}
