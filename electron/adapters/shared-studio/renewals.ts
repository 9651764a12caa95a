/**
 * Lets an idle station renew its lease at little cost: the stations that divide the request rate are counted when one
 * enters or leaves, and otherwise once every few seconds for all stations; see `migrations`.
 */
export const renewals = `
-- the number of stations that have a lease; too low for at most a few seconds, because each new lease is counted
CREATE TABLE station_count (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number integer NOT NULL,
  counted_at timestamptz NOT NULL
);

CREATE FUNCTION count_stations() RETURNS void LANGUAGE sql AS $$
  UPDATE station_count SET counted_at = clock_timestamp(), number = (SELECT count(*) FROM stations
    WHERE left_at IS NULL AND lease_until > clock_timestamp())
$$;
INSERT INTO station_count (number, counted_at) VALUES (0, clock_timestamp());
SELECT count_stations();

CREATE FUNCTION stations_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = darkslide, pg_temp AS $$
BEGIN
  -- one count at a time, so that none misses a station that enters at the same time
  PERFORM FROM station_count FOR UPDATE;
  PERFORM count_stations();
  RETURN NULL;
END $$;
CREATE TRIGGER stations_count AFTER UPDATE OF fence, left_at ON stations FOR EACH ROW
  WHEN (NEW.fence <> OLD.fence OR NEW.left_at IS NOT NULL) EXECUTE FUNCTION stations_changed();

-- Extends a lease that has not ended. Returns no row if it has ended, or if the database has lost changes of the
-- station's lease or claims.
CREATE OR REPLACE FUNCTION renew(p_station uuid, p_fence bigint, p_changes bigint)
RETURNS TABLE (lease_seconds integer, changes bigint, requests_per_second double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
DECLARE renewed record;
BEGIN
  UPDATE stations s SET changes = s.changes + 1,
      lease_until = clock_timestamp() + make_interval(secs => studio.lease_seconds)
    FROM studio, station_count c
    WHERE s.id = p_station AND s.fence = p_fence AND s.changes >= p_changes AND s.login = session_user
      AND s.left_at IS NULL AND s.lease_until > clock_timestamp()
    RETURNING studio.lease_seconds, s.changes, studio.requests_per_second AS rate, c.number, c.counted_at
    INTO renewed;
  IF NOT FOUND THEN RETURN; END IF;
  IF renewed.counted_at < clock_timestamp() - interval '5 seconds' THEN
    -- no statement counts the leases that end, so this one does, unless another is counting them now
    PERFORM FROM station_count WHERE counted_at = renewed.counted_at FOR UPDATE SKIP LOCKED;
    IF FOUND THEN PERFORM count_stations(); END IF;
    SELECT number INTO renewed.number FROM station_count;
  END IF;
  RETURN QUERY SELECT renewed.lease_seconds, renewed.changes,
    renewed.rate::double precision / greatest(1, renewed.number);
END $$;
`;
