/**
 * The first tables of a shared studio and the functions that stations call. Stations may not touch the tables: each
 * function checks that the station belongs to the login that calls it. Times are those of the database's clock.
 */
export const firstTables = `
CREATE TABLE studio (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  name text NOT NULL,
  service text NOT NULL,               -- origin of the service whose purchases are recorded
  lease_seconds integer NOT NULL DEFAULT 30 CHECK (lease_seconds BETWEEN 2 AND 3600),
  in_flight integer NOT NULL DEFAULT 8 CHECK (in_flight > 0),
  images_per_day integer CHECK (images_per_day > 0),
  images_per_month integer CHECK (images_per_month > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE fences;
CREATE TABLE stations (
  id uuid PRIMARY KEY,                 -- chosen by the station and kept in its data folder
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  login name NOT NULL,                 -- only this login may act for the station
  fence bigint NOT NULL,               -- grows whenever the station gets a new lease after losing one
  lease_until timestamptz NOT NULL,
  joined_at timestamptz NOT NULL DEFAULT now(),
  left_at timestamptz
);
CREATE UNIQUE INDEX stations_by_name ON stations (lower(name)) WHERE left_at IS NULL;

-- who pays for what: one row per purchase
CREATE TABLE claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  photo text NOT NULL,                 -- identity of the photo's content
  purchase text NOT NULL,              -- identity of the recipe: what is bought
  run integer NOT NULL,                -- 1, and one more for each requested repetition
  station uuid NOT NULL REFERENCES stations,
  fence bigint NOT NULL,               -- of the lease under which the station may send the request
  job bigint NOT NULL,                 -- in the ledger of the station
  job_run integer NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'started', 'bought', 'released')),
  task text NOT NULL,
  executions text[] NOT NULL DEFAULT '{}',
  images integer NOT NULL CHECK (images > 0),
  day date NOT NULL,                   -- local day of the station that the reservation counts for
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX claims_by_purchase ON claims (photo, purchase, run) WHERE state <> 'released';
-- not unique: the jobs of a ledger that was lost are numbered from 1 again
CREATE INDEX claims_by_job ON claims (station, job, job_run) WHERE state <> 'released';
CREATE INDEX claims_in_flight ON claims (station) WHERE state IN ('open', 'started');

-- images that are reserved or spent
CREATE TABLE spent (day date PRIMARY KEY, images integer NOT NULL);

CREATE FUNCTION spend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state <> 'released' THEN
    UPDATE spent SET images = images - OLD.images WHERE day = OLD.day;
  END IF;
  IF NEW.state <> 'released' THEN
    INSERT INTO spent VALUES (NEW.day, NEW.images)
      ON CONFLICT (day) DO UPDATE SET images = spent.images + excluded.images;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER claims_spend AFTER INSERT OR UPDATE OF state, images, day ON claims
  FOR EACH ROW EXECUTE FUNCTION spend();
`;
