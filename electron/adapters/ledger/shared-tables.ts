/** What this station knows about the documents of its shared studio; see `migrations`. */
export const sharedDocumentTables = `
  -- items that stations share, such as recipes; empty for a station that works alone
  CREATE TABLE shared_documents (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,               -- the document's key in the shared studio
    local_id INTEGER NOT NULL,       -- id in the table of the kind
    version INTEGER NOT NULL,        -- that the item was last equal to; 0: the database does not know it
    mark TEXT,                       -- tells the version from the same number after a restore
    hash TEXT NOT NULL,              -- of the item's content at that version
    past TEXT NOT NULL,              -- hashes of its contents before, newest first
    PRIMARY KEY (kind, key),
    UNIQUE (kind, local_id)
  ) STRICT, WITHOUT ROWID;

  -- one row: how far the documents were read
  CREATE TABLE shared_position (
    version INTEGER NOT NULL,
    mark TEXT,                       -- tells the version from the same number after a restore
    reader TEXT NOT NULL             -- what the reader could read: another one starts again
  ) STRICT;
  `;

/** Which hot folders all stations know; see `migrations`. */
export const sharedFolderColumn = `
  -- 1: all stations of the shared studio know the folder
  ALTER TABLE hot_folders ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0;
  `;

/** The jobs that this station shares with others; see `migrations`. */
export const sharedWorkTable = `
  -- jobs whose photos this station has offered to the others, or taken from them
  CREATE TABLE shared_work (
    job_id INTEGER PRIMARY KEY REFERENCES jobs(id),
    run INTEGER NOT NULL,            -- as in the shared studio; 0: it does not know the job
    offered INTEGER NOT NULL,        -- 1: the photo is from a hot folder that this station watched
    taken INTEGER NOT NULL,          -- 1: this station processes the photo
    station TEXT,                    -- name of the other station that processes the photo, or did
    ended TEXT,                      -- state in which the run ended, as the shared studio knows it; null: open
    priority INTEGER NOT NULL        -- as in the shared studio
  ) STRICT;
  CREATE INDEX shared_work_taken ON shared_work (job_id) WHERE taken = 1;
  CREATE INDEX shared_work_open ON shared_work (job_id) WHERE ended IS NULL;
`;
