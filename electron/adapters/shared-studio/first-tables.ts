/**
 * The first tables of a shared studio and the functions that stations call. Stations cannot access the tables
 * directly, and each function checks that the station belongs to the login that calls the function. Times are those
 * of the database's clock.
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
  currency text NOT NULL DEFAULT 'EUR', -- of the limits in money, which are in its minor units
  money_per_day integer CHECK (money_per_day > 0),
  money_per_month integer CHECK (money_per_month > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE SEQUENCE fences;
CREATE TABLE stations (
  id uuid PRIMARY KEY,                 -- chosen by the station and kept in its data folder
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  login name NOT NULL,                 -- only this login may act for the station
  fence bigint NOT NULL,               -- grows whenever the station gets a new lease after losing one
  lease_until timestamptz NOT NULL,
  changes bigint NOT NULL DEFAULT 0,   -- of its lease and its claims; a station that knows of more sees that some were lost
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
  state text NOT NULL CHECK (state IN ('open', 'started', 'held', 'finished', 'bought', 'released')),
  task text NOT NULL,
  executions text[] NOT NULL DEFAULT '{}',
  images integer NOT NULL CHECK (images >= 0), -- 0: a custom model or scene, which is created and not bought
  cost bigint CHECK (cost >= 0),       -- in minor units of the currency; both are null without a price
  currency text,
  folder text CHECK (folder <> ''),    -- key of the shared hot folder whose limits count it; null for none
  day date NOT NULL,                   -- local day of the station that the reservation counts for
  -- the station's last statement about the claim: the lease under which it was sent, and its number; a statement that
  -- was sent before it and arrives after it changes nothing
  sent_fence bigint NOT NULL DEFAULT 0,
  sent_number bigint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX claims_by_purchase ON claims (photo, purchase, run) WHERE state <> 'released';
-- not unique: the jobs of a ledger that was lost are numbered from 1 again
CREATE INDEX claims_by_job ON claims (station, job, job_run);
CREATE INDEX claims_in_flight ON claims (station) WHERE state IN ('open', 'started');

-- what is reserved or spent: by the whole studio in the rows of the folder '', and by each shared hot folder
CREATE TABLE spent (
  day date NOT NULL,
  folder text NOT NULL,
  currency text NOT NULL,
  images integer NOT NULL,
  money bigint NOT NULL,
  PRIMARY KEY (folder, day, currency)
);

CREATE FUNCTION count_claim(c claims, sign integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO spent (day, folder, currency, images, money)
    SELECT c.day, folder, coalesce(c.currency, ''), sign * c.images, sign * coalesce(c.cost, 0)
    FROM unnest(ARRAY['', c.folder]) AS counted (folder) WHERE folder IS NOT NULL
    ON CONFLICT (folder, day, currency)
    DO UPDATE SET images = spent.images + excluded.images, money = spent.money + excluded.money
$$;
CREATE FUNCTION spend() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state <> 'released' THEN PERFORM count_claim(OLD, -1); END IF;
  IF NEW.state <> 'released' THEN PERFORM count_claim(NEW, 1); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER claims_insert AFTER INSERT ON claims FOR EACH ROW EXECUTE FUNCTION spend();
CREATE TRIGGER claims_update AFTER UPDATE ON claims FOR EACH ROW
  WHEN ((OLD.state = 'released', OLD.images, OLD.cost, OLD.currency, OLD.folder, OLD.day)
    IS DISTINCT FROM (NEW.state = 'released', NEW.images, NEW.cost, NEW.currency, NEW.folder, NEW.day))
  EXECUTE FUNCTION spend();
`;
