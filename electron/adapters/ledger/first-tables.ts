/** Number that identifies the file as a Darkslide ledger: "DRKS". */
export const applicationId = 0x44524b53;

/** The tables of the first ledger; see `migrations`. */
export const firstTables = `
  PRAGMA application_id = ${applicationId};

  CREATE TABLE photos (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,   -- the content's SHA-256, or 'url:' and the address
    sha256 TEXT,                     -- null for a photo given by its address
    bytes INTEGER,
    first_seen_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE recipes (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,       -- the recipe as a file would hold it
    identity TEXT NOT NULL           -- SHA-256 of everything that affects the purchase
  ) STRICT;

  CREATE TABLE hot_folders (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    recipe_id INTEGER NOT NULL REFERENCES recipes(id),
    out_folder TEXT NOT NULL,
    after TEXT NOT NULL CHECK (after IN ('move', 'leave')),
    sub_folders TEXT NOT NULL CHECK (sub_folders IN ('keep', 'flatten', 'ignore')),
    settle_ms INTEGER NOT NULL,
    rescan_ms INTEGER NOT NULL,
    images_per_day INTEGER,          -- null: no daily limit
    armed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    UNIQUE (path, recipe_id)
  ) STRICT;

  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    photo_id INTEGER NOT NULL REFERENCES photos(id),
    recipe_id INTEGER NOT NULL REFERENCES recipes(id),
    identity TEXT NOT NULL,          -- the recipe's identity with the content of its files
    hot_folder_id INTEGER REFERENCES hot_folders(id),
    source TEXT NOT NULL,            -- where the photo is now, or its address
    name TEXT NOT NULL,              -- the photo's own file name
    out_folder TEXT NOT NULL,
    sub_folder TEXT NOT NULL DEFAULT '',
    priority INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('waiting','running','done','failed','held','cancelled')),
    runs INTEGER NOT NULL DEFAULT 1, -- executions that the user requested
    attempts INTEGER NOT NULL DEFAULT 0,
    not_before INTEGER NOT NULL DEFAULT 0,
    inputs TEXT,                     -- JSON of the copies made for the service
    uploads TEXT,                    -- JSON: role to address at the service
    task_id TEXT UNIQUE,
    code TEXT,                       -- code of the problem that held, failed or warns
    message TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    ended_at INTEGER,
    UNIQUE (photo_id, identity)
  ) STRICT;
  CREATE INDEX jobs_next ON jobs (state, priority DESC, id);
  CREATE INDEX jobs_of_folder ON jobs (hot_folder_id, state);

  CREATE TABLE executions (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs(id),
    run INTEGER NOT NULL,            -- number of the job's run, from 1
    task_id TEXT NOT NULL,
    execution_id TEXT UNIQUE,
    state TEXT NOT NULL CHECK (state IN
      ('intent','sending','doubt','started','finished','rejected','void')),
    origin TEXT NOT NULL DEFAULT 'sent' CHECK (origin IN ('sent', 'adopted')),
    agent TEXT NOT NULL,
    images INTEGER NOT NULL,         -- reserved against the spending limits
    day TEXT NOT NULL,               -- local day of the reservation, YYYY-MM-DD
    status TEXT,                     -- as the service last reported it
    progress REAL,
    doubt_since INTEGER,             -- monotonic ms of this run of the program
    doubt_empty INTEGER NOT NULL DEFAULT 0,
    doubt_queries INTEGER NOT NULL DEFAULT 0,
    started_mono INTEGER,            -- monotonic ms of this run, null after a restart
    polled_mono INTEGER,             -- the same, for the last answer that said "not yet"
    duration_ms INTEGER,             -- duration, for the schedule of the next ones
    intent_at INTEGER NOT NULL,
    sent_at INTEGER,
    started_at INTEGER,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX executions_of_job ON executions (job_id);
  CREATE INDEX executions_of_day ON executions (day, state, images);
  CREATE INDEX executions_open ON executions (state) WHERE state IN ('sending','doubt','started');
  CREATE INDEX executions_durations ON executions (agent, id) WHERE duration_ms IS NOT NULL;

  CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    execution_row INTEGER NOT NULL REFERENCES executions(id),
    kind TEXT NOT NULL CHECK (kind IN ('image', 'psd')),
    position INTEGER NOT NULL,       -- position in the service's list, from 0; 0 for the PSD
    status TEXT NOT NULL,
    url TEXT,
    error TEXT,
    requested INTEGER NOT NULL DEFAULT 0, -- PSD create requests sent
    fetches INTEGER NOT NULL DEFAULT 0,   -- failed downloads
    fetched TEXT,                    -- JSON of the verified download in the data folder
    target TEXT,                     -- recorded before the rename (F68)
    target_sha256 TEXT,
    file TEXT,                       -- path of the delivered file
    sha256 TEXT,
    bytes INTEGER,
    width INTEGER,
    height INTEGER,
    delivered_at INTEGER,
    UNIQUE (execution_row, kind, position)
  ) STRICT;

  CREATE TABLE sightings (
    hot_folder_id INTEGER NOT NULL REFERENCES hot_folders(id),
    path TEXT NOT NULL,              -- relative to the hot folder, forward slashes
    bytes INTEGER NOT NULL,
    mtime_ms INTEGER NOT NULL,
    inode TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('admitted','already','seen','failed')),
    job_id INTEGER REFERENCES jobs(id),
    code TEXT,
    message TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (hot_folder_id, path)
  ) STRICT;
  CREATE INDEX sightings_of_job ON sightings (job_id);

  -- purchases in the log whose photos this ledger does not know (see relearn.ts)
  CREATE TABLE purchases (
    id INTEGER PRIMARY KEY,
    photo TEXT NOT NULL,             -- a photo's identity
    identity TEXT NOT NULL,          -- identity as in a job
    task_id TEXT NOT NULL,
    run INTEGER NOT NULL,
    intent_at INTEGER NOT NULL,
    agent TEXT NOT NULL,
    images INTEGER NOT NULL,
    UNIQUE (task_id, intent_at)
  ) STRICT;
  CREATE INDEX purchases_of_photo ON purchases (photo, identity);

  CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs(id),
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  CREATE INDEX history_of_job ON history (job_id, id);
  `;
