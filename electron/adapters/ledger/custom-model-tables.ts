/** The custom models and scenes of the account, and their creations; see `migrations`. */
export const customModelTables = `
  -- custom models and scenes, as the service last listed them, each with its card
  CREATE TABLE own (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('model', 'scene')),
    service_id INTEGER NOT NULL,     -- fashionModelId or locationId
    name TEXT NOT NULL,              -- the service's name
    cover TEXT NOT NULL,             -- address, or ''
    images TEXT,                     -- JSON: addresses of its photos; null until they were queried
    status TEXT NOT NULL CHECK (status IN ('prepare', 'complete', 'failed', 'Unknown')),
    presence TEXT NOT NULL CHECK (presence IN ('there', 'gone', 'deleting', 'deleted')),
    made_here INTEGER NOT NULL,
    known_since INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    code TEXT,                       -- code of its problem
    message TEXT,
    about TEXT,

    local_name TEXT,
    notes TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '[]',
    expires TEXT,                    -- YYYY-MM-DD, the last valid day
    clients TEXT NOT NULL DEFAULT '[]',
    folders TEXT NOT NULL DEFAULT '[]',
    release TEXT,                    -- JSON of the stored copy of the release file
    revision INTEGER NOT NULL DEFAULT 0,
    UNIQUE (kind, service_id)
  ) STRICT;
  CREATE INDEX own_to_follow ON own (kind) WHERE presence = 'there' AND status IN ('prepare', 'Unknown');
  CREATE INDEX own_to_delete ON own (kind) WHERE presence = 'deleting';

  -- creations from photos, from the click until the service has assigned an id
  CREATE TABLE own_creations (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('model', 'scene')),
    name TEXT,                       -- null: the service chooses the name
    photos TEXT NOT NULL,            -- JSON: path, name, SHA-256 and bytes of each
    uploads TEXT NOT NULL DEFAULT '[]', -- JSON: the address of each photo, null before it is uploaded
    state TEXT NOT NULL CHECK (state IN ('preparing','sending','doubt','created','stopped','away')),
    known TEXT,                      -- JSON: ids in the account before the request was sent
    doubt_since INTEGER,             -- monotonic ms of this run of the program
    doubt_empty INTEGER NOT NULL DEFAULT 0,
    doubt_queries INTEGER NOT NULL DEFAULT 0,
    service_id INTEGER,
    code TEXT,                       -- code of the problem it waits or stopped for
    message TEXT,
    about TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX own_creations_open ON own_creations (kind, state) WHERE state NOT IN ('created', 'away');
  `;
