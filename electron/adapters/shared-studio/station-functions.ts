/** The functions with which a station joins, keeps its lease, and leaves; see `firstTables`. */
export const stationFunctions = `
CREATE FUNCTION new_lease(station uuid)
RETURNS TABLE (fence bigint, lease_seconds integer, changes bigint)
LANGUAGE sql AS $$
  UPDATE stations s SET fence = nextval('fences'), changes = s.changes + 1,
    lease_until = clock_timestamp() + make_interval(secs => studio.lease_seconds)
  FROM studio WHERE s.id = station
  RETURNING s.fence, studio.lease_seconds, s.changes
$$;

-- Counts a change of one of the station's claims.
CREATE FUNCTION count_change(p_station uuid) RETURNS bigint LANGUAGE sql AS $$
  UPDATE stations SET changes = changes + 1 WHERE id = p_station RETURNING changes
$$;

-- Adds a station, or gives a new lease to a station that has lost its own.
CREATE FUNCTION enter(p_station uuid, p_name text)
RETURNS TABLE (outcome text, fence bigint, lease_seconds integer, changes bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM stations WHERE id = p_station AND login <> session_user) THEN
    RETURN QUERY SELECT 'other-login', NULL::bigint, NULL::integer, NULL::bigint;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM stations
             WHERE lower(name) = lower(p_name) AND id <> p_station AND left_at IS NULL) THEN
    RETURN QUERY SELECT 'name-taken', NULL::bigint, NULL::integer, NULL::bigint;
    RETURN;
  END IF;
  INSERT INTO stations (id, name, login, fence, lease_until)
    VALUES (p_station, p_name, session_user, 0, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET name = p_name, left_at = NULL;
  RETURN QUERY SELECT 'entered', n.fence, n.lease_seconds, n.changes FROM new_lease(p_station) n;
END $$;

-- Extends a lease that has not ended. Returns no row if it has ended, or if the database has lost changes of the
-- station's lease or claims.
CREATE FUNCTION renew(p_station uuid, p_fence bigint, p_changes bigint)
RETURNS TABLE (lease_seconds integer, changes bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  UPDATE stations s SET changes = s.changes + 1,
    lease_until = clock_timestamp() + make_interval(secs => studio.lease_seconds)
  FROM studio
  WHERE s.id = p_station AND s.fence = p_fence AND s.changes >= p_changes AND s.login = session_user
    AND s.left_at IS NULL AND s.lease_until > clock_timestamp()
  RETURNING studio.lease_seconds, s.changes
$$;

-- Ends the membership and the lease of a station, unless it has open claims; returns the number of those.
CREATE FUNCTION leave(p_station uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
DECLARE open_claims integer;
BEGIN
  PERFORM FROM stations WHERE id = p_station AND login = session_user FOR UPDATE;
  SELECT count(*) INTO open_claims FROM claims
    WHERE station = p_station AND state IN ('open', 'started', 'held');
  IF open_claims = 0 THEN
    UPDATE stations SET left_at = clock_timestamp(), lease_until = clock_timestamp()
      WHERE id = p_station AND login = session_user AND left_at IS NULL;
  END IF;
  RETURN open_claims;
END $$;

CREATE FUNCTION status()
RETURNS TABLE (name text, is_alive boolean, open integer, bought integer, seconds_ago integer)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT s.name, s.lease_until > clock_timestamp(),
    (count(c.id) FILTER (WHERE c.state NOT IN ('bought', 'released')))::integer,
    (count(c.id) FILTER (WHERE c.state = 'bought'))::integer,
    greatest(0, extract(epoch FROM clock_timestamp() - s.lease_until
      + make_interval(secs => studio.lease_seconds)))::integer
  FROM studio, stations s LEFT JOIN claims c ON c.station = s.id
  WHERE s.left_at IS NULL GROUP BY s.id, studio.lease_seconds ORDER BY lower(s.name)
$$;

CREATE FUNCTION about()
RETURNS TABLE (id uuid, name text, service text, in_flight integer, images_per_day integer,
  images_per_month integer, currency text, money_per_day integer, money_per_month integer)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT id, name, service, in_flight, images_per_day, images_per_month, currency, money_per_day,
    money_per_month FROM studio
$$;
`;
