/**
 * Divides the account's request rate among the stations, and ends the leases of stations that are too old for changed
 * tables; see `migrations`.
 */
export const requestRates = `
ALTER TABLE studio ADD COLUMN requests_per_second integer NOT NULL DEFAULT 100 CHECK (requests_per_second > 0);

-- Returns the part of the account's request rate for a station beside the others that have a lease.
CREATE FUNCTION rate_share(p_station uuid) RETURNS double precision LANGUAGE sql STABLE AS $$
  SELECT requests_per_second::double precision / (1 + (SELECT count(*) FROM stations
    WHERE id <> p_station AND left_at IS NULL AND lease_until > clock_timestamp())) FROM studio
$$;

DROP FUNCTION renew(uuid, bigint, bigint);
-- Extends a lease that has not ended. Returns no row if it has ended, or if the database has lost changes of the
-- station's lease or claims.
CREATE FUNCTION renew(p_station uuid, p_fence bigint, p_changes bigint)
RETURNS TABLE (lease_seconds integer, changes bigint, requests_per_second double precision)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  UPDATE stations s SET changes = s.changes + 1,
    lease_until = clock_timestamp() + make_interval(secs => studio.lease_seconds)
  FROM studio
  WHERE s.id = p_station AND s.fence = p_fence AND s.changes >= p_changes AND s.login = session_user
    AND s.left_at IS NULL AND s.lease_until > clock_timestamp()
  RETURNING studio.lease_seconds, s.changes, rate_share(p_station)
$$;

DROP FUNCTION enter(uuid, text);
-- Adds a station, or gives a new lease to a station that has lost its own. p_version: of the tables that it knows.
CREATE FUNCTION enter(p_station uuid, p_name text, p_version integer)
RETURNS TABLE (outcome text, fence bigint, lease_seconds integer, changes bigint,
  requests_per_second double precision)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
DECLARE refusal text;
BEGIN
  -- waits while the tables are being changed
  PERFORM pg_advisory_xact_lock_shared(7203551);
  IF p_version < (SELECT max(oldest_station) FROM migrations) THEN
    refusal := 'too-old';
  ELSIF EXISTS (SELECT FROM stations WHERE id = p_station AND login <> session_user) THEN
    refusal := 'other-login';
  ELSIF EXISTS (SELECT FROM stations
      WHERE lower(name) = lower(p_name) AND id <> p_station AND left_at IS NULL) THEN
    refusal := 'name-taken';
  END IF;
  IF refusal IS NOT NULL THEN
    RETURN QUERY SELECT refusal, NULL::bigint, NULL::integer, NULL::bigint, NULL::double precision;
    RETURN;
  END IF;
  INSERT INTO stations (id, name, login, fence, lease_until)
    VALUES (p_station, p_name, session_user, 0, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET name = p_name, left_at = NULL;
  RETURN QUERY SELECT 'entered', n.fence, n.lease_seconds, n.changes, rate_share(p_station)
    FROM new_lease(p_station) n;
END $$;
-- for programs that know version 7 of the tables
CREATE FUNCTION enter(p_station uuid, p_name text)
RETURNS TABLE (outcome text, fence bigint, lease_seconds integer, changes bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT outcome, fence, lease_seconds, changes FROM enter(p_station, p_name, 7)
$$;

-- Undoes 'enter' for a station that could not join. One that belonged to the studio before keeps its purchases.
CREATE FUNCTION abandon(p_station uuid, p_is_new boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
BEGIN
  UPDATE stations SET left_at = clock_timestamp(), lease_until = clock_timestamp()
    WHERE id = p_station AND login = session_user;
  IF NOT FOUND OR NOT p_is_new THEN RETURN; END IF;
  -- what it has recorded no longer counts against the limits
  UPDATE claims SET state = 'released' WHERE station = p_station AND state <> 'released';
  DELETE FROM claims WHERE station = p_station;
  DELETE FROM stations WHERE id = p_station;
END $$;

-- If tables change in a way that older stations do not know, every station needs a new lease from its next statement
-- on, which an older one does not get. Other stations take over its purchases only when its lease has ended.
CREATE FUNCTION end_older_stations() RETURNS trigger
LANGUAGE plpgsql SET search_path = darkslide, pg_temp AS $$
BEGIN
  IF NEW.oldest_station > (SELECT max(oldest_station) FROM migrations WHERE number <> NEW.number) THEN
    UPDATE stations SET fence = nextval('fences');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER migrations_insert AFTER INSERT ON migrations FOR EACH ROW EXECUTE FUNCTION end_older_stations();

DROP FUNCTION about();
CREATE FUNCTION about()
RETURNS TABLE (id uuid, name text, service text, in_flight integer, images_per_day integer,
  images_per_month integer, currency text, money_per_day integer, money_per_month integer, time_zone text,
  requests_per_second integer)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT id, name, service, in_flight, images_per_day, images_per_month, currency, money_per_day,
    money_per_month, time_zone, requests_per_second FROM studio
$$;
`;
