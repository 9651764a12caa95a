import { customModelTables } from './custom-model-tables.ts';
import { firstTables } from './first-tables.ts';
import { libraryTables } from './library-tables.ts';
import { shopFileTable } from './shop-files.ts';
import { clientColumns, spendingTables } from './spending-tables.ts';
import { studioMigrations } from './studio-migrations.ts';
import { stationIdTable } from './membership.ts';
import { byHandColumn } from './pauses.ts';
import { executionRecipeColumn } from './recipes.ts';
import { sharedCardTable } from './shared-cards.ts';

/**
 * The ledger's tables, as an ordered list of migrations: number n takes a ledger from version n to n + 1 in one
 * transaction. A migration that has shipped is never edited; a change is a new migration at the end.
 *
 * Columns ending in `_at` contain wall-clock ms for display. `not_before` and `doubt_since` are monotonic ms, valid
 * only in the program run that wrote them (see `recover` in job-changes.ts and execution-changes.ts), so a change of
 * the clock cannot make Darkslide send a request early or wait forever.
 */
export const migrations: readonly string[] = [
  firstTables,
  `
  -- when Darkslide began to wait for the end of a started execution: monotonic ms of this program run
  ALTER TABLE executions ADD COLUMN awaited_mono INTEGER;
  `,
  `
  -- name and path of the photo in searchable form, see search.ts
  ALTER TABLE jobs ADD COLUMN search TEXT NOT NULL DEFAULT '';
  UPDATE jobs SET search = lower(source);

  -- indexes for a list of all jobs in each order, with the filtered columns: no row is read only to be
  -- skipped
  DROP INDEX jobs_next;
  CREATE INDEX jobs_next ON jobs (state, priority DESC, id, hot_folder_id, recipe_id);
  CREATE INDEX jobs_found ON jobs (id, state, hot_folder_id, recipe_id, search);
  CREATE INDEX jobs_by_name ON jobs (name COLLATE NOCASE, id, state, hot_folder_id, recipe_id);
  CREATE INDEX jobs_by_change ON jobs (updated_at, id, state, hot_folder_id, recipe_id);
  `,
  `
  -- recipes that the user saved; \`recipes\` has every text that a job was created with
  CREATE TABLE saved_recipes (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,              -- the recipe as a file would hold it
    revision INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  -- null: only the command line watches it
  ALTER TABLE hot_folders ADD COLUMN saved_recipe_id INTEGER REFERENCES saved_recipes(id);
  ALTER TABLE hot_folders ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE hot_folders ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
  -- files already in it still have to be marked as seen
  ALTER TABLE hot_folders ADD COLUMN skips_existing INTEGER NOT NULL DEFAULT 0;
  -- the current drop, see large-drops.ts
  ALTER TABLE hot_folders ADD COLUMN granted INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE hot_folders ADD COLUMN drop_since INTEGER;
  ALTER TABLE hot_folders ADD COLUMN drop_taken INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX hot_folders_of_recipe ON hot_folders (saved_recipe_id);

  -- complete photos of a large drop that wait for confirmation, or were confirmed and not admitted yet
  CREATE TABLE drops (
    id INTEGER PRIMARY KEY,
    hot_folder_id INTEGER NOT NULL REFERENCES hot_folders(id),
    path TEXT NOT NULL,              -- as in sightings
    bytes INTEGER NOT NULL,
    mtime_ms INTEGER NOT NULL,
    inode TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    granted INTEGER NOT NULL DEFAULT 0,
    UNIQUE (hot_folder_id, path)
  ) STRICT;
  CREATE INDEX drops_of_folder ON drops (hot_folder_id, granted, sha256);

  -- one row while the user has paused all work
  CREATE TABLE pauses (since INTEGER NOT NULL) STRICT;

  CREATE INDEX sightings_failed ON sightings (hot_folder_id) WHERE outcome = 'failed';
  DROP INDEX jobs_of_folder;
  CREATE INDEX jobs_of_folder ON jobs (hot_folder_id, state, ended_at);
  `,
  `
  CREATE INDEX jobs_waiting ON jobs (hot_folder_id, priority DESC, id) WHERE state = 'waiting';
  CREATE INDEX jobs_begun ON jobs (priority DESC, id)
    WHERE state = 'waiting' AND task_id IS NOT NULL;
  `,
  `
  CREATE INDEX executions_lost ON executions (intent_at) WHERE state IN ('void', 'doubt');
  `,
  `
  -- sums that triggers maintain, so that screens and limits need not read a hundred thousand rows
  CREATE TABLE job_counts (
    hot_folder_id INTEGER NOT NULL,  -- 0: photos that the user added
    state TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    PRIMARY KEY (hot_folder_id, state)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO job_counts SELECT coalesce(hot_folder_id, 0), state, count(*) FROM jobs GROUP BY 1, 2;
  CREATE TRIGGER job_counts_of_new AFTER INSERT ON jobs BEGIN
    INSERT INTO job_counts VALUES (coalesce(new.hot_folder_id, 0), new.state, 1)
      ON CONFLICT DO UPDATE SET jobs = jobs + 1;
  END;
  CREATE TRIGGER job_counts_of_change AFTER UPDATE OF state, hot_folder_id ON jobs
  WHEN old.state <> new.state OR old.hot_folder_id IS NOT new.hot_folder_id BEGIN
    UPDATE job_counts SET jobs = jobs - 1
      WHERE hot_folder_id = coalesce(old.hot_folder_id, 0) AND state = old.state;
    INSERT INTO job_counts VALUES (coalesce(new.hot_folder_id, 0), new.state, 1)
      ON CONFLICT DO UPDATE SET jobs = jobs + 1;
  END;

  CREATE TABLE spent (
    day TEXT NOT NULL,               -- as in executions
    hot_folder_id INTEGER NOT NULL,  -- 0: photos that the user added
    images INTEGER NOT NULL,         -- reserved or spent
    PRIMARY KEY (day, hot_folder_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO spent SELECT e.day, coalesce(j.hot_folder_id, 0), sum(e.images)
    FROM executions e JOIN jobs j ON j.id = e.job_id
    WHERE e.state NOT IN ('rejected','void') GROUP BY 1, 2;
  CREATE TRIGGER spent_by_new AFTER INSERT ON executions WHEN new.state NOT IN ('rejected','void') BEGIN
    INSERT INTO spent SELECT new.day, coalesce(hot_folder_id, 0), new.images FROM jobs
      WHERE id = new.job_id ON CONFLICT DO UPDATE SET images = images + excluded.images;
  END;
  CREATE TRIGGER spent_by_change AFTER UPDATE OF state, images, day ON executions
  WHEN (old.state NOT IN ('rejected','void')) <> (new.state NOT IN ('rejected','void'))
    OR old.images <> new.images OR old.day <> new.day BEGIN
    UPDATE spent SET images = images - old.images
      WHERE old.state NOT IN ('rejected','void') AND day = old.day
        AND hot_folder_id = (SELECT coalesce(hot_folder_id, 0) FROM jobs WHERE id = old.job_id);
    INSERT INTO spent SELECT new.day, coalesce(hot_folder_id, 0), new.images FROM jobs
      WHERE id = new.job_id AND new.state NOT IN ('rejected','void')
      ON CONFLICT DO UPDATE SET images = images + excluded.images;
  END;
  CREATE TRIGGER spent_elsewhere AFTER UPDATE OF hot_folder_id ON jobs
  WHEN old.hot_folder_id IS NOT new.hot_folder_id BEGIN
    INSERT INTO spent SELECT day, coalesce(old.hot_folder_id, 0), -sum(images) FROM executions
      WHERE job_id = new.id AND state NOT IN ('rejected','void') GROUP BY day
      ON CONFLICT DO UPDATE SET images = images + excluded.images;
    INSERT INTO spent SELECT day, coalesce(new.hot_folder_id, 0), sum(images) FROM executions
      WHERE job_id = new.id AND state NOT IN ('rejected','void') GROUP BY day
      ON CONFLICT DO UPDATE SET images = images + excluded.images;
  END;
  `,
  `
  -- name or path that the problem is about, for translation; in the history also its code, with the message
  -- as the detail
  ALTER TABLE jobs ADD COLUMN about TEXT;
  ALTER TABLE history ADD COLUMN code TEXT;
  ALTER TABLE history ADD COLUMN about TEXT;
  `,
  `
  -- the photos of the manual session, in the order of their ids
  CREATE TABLE filmstrip (
    id INTEGER PRIMARY KEY,
    photo_id INTEGER NOT NULL UNIQUE REFERENCES photos(id),
    source TEXT NOT NULL,            -- path when it was added
    name TEXT NOT NULL,
    width INTEGER NOT NULL,          -- px, upright
    height INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  ) STRICT;

  -- last state of an agent's panel
  CREATE TABLE panels (
    agent TEXT NOT NULL,
    version TEXT NOT NULL,
    settings TEXT NOT NULL,          -- JSON of the user's input
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (agent, version)
  ) STRICT;

  -- the user's pick and stars for a result
  CREATE TABLE marks (
    result_id INTEGER PRIMARY KEY REFERENCES results(id),
    pick INTEGER NOT NULL CHECK (pick IN (-1, 0, 1)),
    stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 5),
    changed_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- whether a photo waits for its ticket, and the ticket it was seen with: SHA-256, or null
  ALTER TABLE hot_folders ADD COLUMN needs_tickets INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sightings ADD COLUMN ticket TEXT;
  ALTER TABLE drops ADD COLUMN ticket TEXT;
  ALTER TABLE drops ADD COLUMN images INTEGER;  -- null: as many as for any photo of the folder
  `,
  `
  -- text that names are sorted by, see name-order.ts
  ALTER TABLE jobs ADD COLUMN name_order TEXT NOT NULL DEFAULT '';
  UPDATE jobs SET name_order = name_order(name);

  -- every index includes the search text, so that a search can also be read in the requested order
  DROP INDEX jobs_next;
  DROP INDEX jobs_by_name;
  DROP INDEX jobs_by_change;
  CREATE INDEX jobs_next
    ON jobs (state, priority DESC, id, hot_folder_id, recipe_id, search);
  CREATE INDEX jobs_by_name ON jobs (name_order, id, state, hot_folder_id, recipe_id, search);
  CREATE INDEX jobs_by_change ON jobs (updated_at, id, state, hot_folder_id, recipe_id, search);
  `,
  `
  -- the service that all purchases belong to, one row: its origin, or demo
  CREATE TABLE owner (origin TEXT NOT NULL) STRICT;
  `,
  `
  CREATE INDEX results_delivered ON results (delivered_at, execution_row)
    WHERE kind = 'image' AND file IS NOT NULL;
  CREATE INDEX marks_picked ON marks (pick) WHERE pick <> 0;
  `,
  `
  -- marks to write into the delivered files, and the marks those contain
  CREATE TABLE written_marks (
    result_id INTEGER PRIMARY KEY REFERENCES results(id),
    state TEXT NOT NULL CHECK (state IN ('wanted', 'written', 'left')),
    pick INTEGER,                    -- mark in the file; null: none was written yet
    stars INTEGER,
    pixels TEXT NOT NULL,            -- SHA-256 of the file as delivered, with the same pixels
    target_sha256 TEXT,              -- the file's next content, recorded before the rename
    target_bytes INTEGER,
    target_pick INTEGER,
    target_stars INTEGER
  ) STRICT;
  CREATE INDEX written_marks_wanted ON written_marks (result_id) WHERE state = 'wanted';
  CREATE INDEX written_marks_begun ON written_marks (result_id) WHERE target_sha256 IS NOT NULL;
  `,
  `
  -- tasks to delete at the service, recorded before the request is sent
  CREATE TABLE deletions (
    task_id TEXT PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs(id),
    asked_at INTEGER NOT NULL,
    ended_at INTEGER,                -- null: the service has not answered yet
    refusal TEXT                     -- the service's message if it keeps the task
  ) STRICT;
  CREATE INDEX deletions_open ON deletions (asked_at) WHERE ended_at IS NULL;
  `,
  `
  -- JSON: the composite with the photo's own pixels, or why there is none (original-pixels.ts). A layered
  -- PSD that Darkslide made is a row of kind psd at the image's position + 1; the service's PSD is at 0.
  ALTER TABLE results ADD COLUMN composed TEXT;
  `,
  `
  -- masks drawn on photos; each operation is a row, so that saving a stroke writes one row
  CREATE TABLE masks (
    id INTEGER PRIMARY KEY,
    photo_id INTEGER NOT NULL REFERENCES photos(id),
    number INTEGER NOT NULL,         -- within its photo, from 1
    name TEXT,                       -- null: identified by its number
    photo_name TEXT NOT NULL,
    width INTEGER NOT NULL,          -- px of the upright photo
    height INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- operations that count; those after it were undone
    revision INTEGER NOT NULL,
    bytes INTEGER NOT NULL,          -- sum over all operations
    changed_at INTEGER NOT NULL,
    removed_at INTEGER,              -- null: not removed
    UNIQUE (photo_id, number)
  ) STRICT;
  CREATE INDEX masks_by_change ON masks (changed_at) WHERE removed_at IS NULL;

  CREATE TABLE mask_operations (
    mask_id INTEGER NOT NULL REFERENCES masks(id),
    place INTEGER NOT NULL,          -- from 0
    operation TEXT NOT NULL,         -- JSON
    UNIQUE (mask_id, place)
  ) STRICT;
  CREATE TABLE used_masks (
    sha256 TEXT PRIMARY KEY,         -- content of the file that was written to be sent
    mask_id INTEGER NOT NULL REFERENCES masks(id),
    kept REAL NOT NULL               -- 0 to 1: how much of the photo it keeps
  ) STRICT;
  `,
  customModelTables,
  `
  -- notifications of the service: the address of each execution, their number, how its end was learned
  ALTER TABLE executions ADD COLUMN callback_key TEXT; -- SHA-256 of its address's token; null: no address
  ALTER TABLE executions ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE executions ADD COLUMN hints_followed INTEGER NOT NULL DEFAULT 0; -- hints that a query has followed
  ALTER TABLE executions ADD COLUMN learned TEXT CHECK (learned IN ('hint', 'poll', 'late'));
  CREATE UNIQUE INDEX executions_by_callback ON executions (callback_key) WHERE callback_key IS NOT NULL;
  CREATE INDEX executions_learned ON executions (agent, finished_at, id) WHERE learned IS NOT NULL;
  `,
  `
  -- mark of the API key that the owner's account was last used with, too short to recover the key
  ALTER TABLE owner ADD COLUMN account TEXT;
  `,
  `
  -- consecutive answers that reported a success and listed no image
  ALTER TABLE executions ADD COLUMN empty_successes INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- every folder for results: a hot folder that contains it does not admit them as photos
  CREATE TABLE out_folders (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO out_folders SELECT out_folder FROM jobs;
  INSERT OR IGNORE INTO out_folders SELECT out_folder FROM hot_folders;
  CREATE TRIGGER out_folder_of_job AFTER INSERT ON jobs BEGIN
    INSERT INTO out_folders SELECT new.out_folder WHERE new.out_folder NOT IN out_folders;
  END;
  CREATE TRIGGER other_out_folder_of_job AFTER UPDATE OF out_folder ON jobs BEGIN
    INSERT INTO out_folders SELECT new.out_folder WHERE new.out_folder NOT IN out_folders;
  END;
  CREATE TRIGGER out_folder_of_hot_folder AFTER INSERT ON hot_folders BEGIN
    INSERT INTO out_folders SELECT new.out_folder WHERE new.out_folder NOT IN out_folders;
  END;
  CREATE TRIGGER other_out_folder_of_hot_folder AFTER UPDATE OF out_folder ON hot_folders BEGIN
    INSERT INTO out_folders SELECT new.out_folder WHERE new.out_folder NOT IN out_folders;
  END;
  `,
  `
  -- 0: the user chose to always process large drops of this folder
  ALTER TABLE hot_folders ADD COLUMN asks_drops INTEGER NOT NULL DEFAULT 1;
  `,
  `
  -- initial data of a ledger: added once, and not again after the user removed it
  CREATE TABLE beginnings (what TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT INTO beginnings SELECT 'recipes'
    WHERE EXISTS (SELECT 1 FROM saved_recipes) OR EXISTS (SELECT 1 FROM jobs);
  `,
  `
  -- 1: the user dismissed a refused file; it is only listed again if it changes
  ALTER TABLE sightings ADD COLUMN dismissed INTEGER NOT NULL DEFAULT 0;
  `,
  libraryTables,
  `
  -- JSON: the addresses in each request of a creation; a request that was refused for now may still have been processed
  ALTER TABLE own_creations ADD COLUMN requests TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- JSON: key and values of the problem's message, to show it in another language; null in older rows
  ALTER TABLE jobs ADD COLUMN said TEXT;
  ALTER TABLE history ADD COLUMN said TEXT;
  ALTER TABLE sightings ADD COLUMN said TEXT;
  ALTER TABLE own ADD COLUMN said TEXT;
  ALTER TABLE own_creations ADD COLUMN said TEXT;
  `,
  `
  -- price of one image at the time of the purchase, in minor units of its currency (ISO 4217); null: no
  -- price was known, or the row is older
  ALTER TABLE executions ADD COLUMN price INTEGER;
  ALTER TABLE executions ADD COLUMN currency TEXT;
  ALTER TABLE purchases ADD COLUMN price INTEGER;
  ALTER TABLE purchases ADD COLUMN currency TEXT;
  `,
  `
  -- JSON: the files that Finish made from the result, see shop-files.ts; null until it has run
  ALTER TABLE results ADD COLUMN finish TEXT;
  `,
  spendingTables,
  clientColumns,
  ...studioMigrations,
  shopFileTable,
  stationIdTable,
  byHandColumn,
  executionRecipeColumn,
  sharedCardTable,
];
