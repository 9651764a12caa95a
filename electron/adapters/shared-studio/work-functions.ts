/**
 * Photos of shared hot folders, which any station may process, and the station that watches each folder. A station
 * needs a valid lease to watch folders, to list their photos, and to skip, offer or take photos; see `firstTables`.
 */
export const workTables = `
CREATE TABLE work (
  number bigint GENERATED ALWAYS AS IDENTITY,  -- grows in the order of admission
  photo text NOT NULL,                 -- identity of the photo's content
  purchase text NOT NULL,              -- identity of the recipe
  run integer NOT NULL,                -- 1, and one more whenever a user repeats the job
  folder uuid NOT NULL,                -- key of the shared hot folder
  priority integer NOT NULL,
  roots text[] NOT NULL,               -- shared folders that a station needs for it
  content jsonb NOT NULL,              -- the order, which the stations parse
  offered_by uuid NOT NULL REFERENCES stations,
  state text NOT NULL CHECK (state IN ('offered', 'taken', 'done', 'failed', 'held', 'withdrawn')),
  taken_by uuid REFERENCES stations,
  fence bigint,                        -- of the lease under which it was taken
  outcome jsonb,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (photo, purchase)
);
CREATE INDEX work_next ON work (priority DESC, number) WHERE state IN ('offered', 'taken');
CREATE INDEX work_by_taker ON work (taken_by) WHERE state = 'taken';
CREATE INDEX work_by_change ON work (changed_at);
CREATE INDEX work_by_folder ON work (folder);

-- files that were in a folder before it was watched, or that a user did not want: no station processes them
CREATE TABLE skipped_files (
  folder uuid NOT NULL,
  path text NOT NULL,                  -- relative to the folder, with forward slashes
  bytes bigint NOT NULL,
  mtime_ms bigint NOT NULL,
  PRIMARY KEY (folder, path)
);

CREATE TABLE watches (
  folder uuid PRIMARY KEY,
  station uuid NOT NULL REFERENCES stations,
  watched_until timestamptz NOT NULL,
  is_paused boolean NOT NULL           -- no station takes photos of the folder
);
`;

export const workFunctions = `
-- Refuses a station whose lease has ended; nothing was changed, and a new lease may be had.
CREATE FUNCTION need_lease(p_station uuid, p_fence bigint) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM FROM stations WHERE id = p_station AND fence = p_fence AND login = session_user
    AND left_at IS NULL AND lease_until > clock_timestamp();
  IF NOT FOUND THEN RAISE EXCEPTION 'the lease has ended' USING ERRCODE = '55000'; END IF;
END $$;

-- Watches folders, given as [{folder, paused}], for at most 20 seconds from now.
CREATE FUNCTION watch_folders(p_station uuid, p_fence bigint, p_folders jsonb)
RETURNS TABLE (folder uuid, is_own boolean, station text, ms integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
DECLARE seconds double precision;
BEGIN
  PERFORM need_lease(p_station, p_fence);
  SELECT least(20, lease_seconds * 2.0 / 3) INTO seconds FROM studio;
  INSERT INTO watches AS w (folder, station, watched_until, is_paused)
    SELECT f.folder, p_station, clock_timestamp() + make_interval(secs => seconds), f.paused
      FROM jsonb_to_recordset(p_folders) AS f(folder uuid, paused boolean) ORDER BY f.folder
    ON CONFLICT ON CONSTRAINT watches_pkey DO UPDATE SET station = excluded.station,
      watched_until = excluded.watched_until, is_paused = excluded.is_paused
      WHERE w.station = p_station OR w.watched_until <= clock_timestamp();
  RETURN QUERY SELECT w.folder, w.station = p_station, s.name, (seconds * 1000)::integer
    FROM jsonb_to_recordset(p_folders) AS f(folder uuid)
    JOIN watches w ON w.folder = f.folder JOIN stations s ON s.id = w.station;
END $$;

-- Adds files of a folder to those that no station processes, and removes the files at p_gone. Others stay: the station
-- may not see all of them, for example because its disk is not mounted.
CREATE FUNCTION skip_files(p_station uuid, p_fence bigint, p_folder uuid, p_files jsonb, p_gone text[])
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
BEGIN
  PERFORM need_lease(p_station, p_fence);
  DELETE FROM skipped_files WHERE folder = p_folder AND path = ANY(p_gone);
  INSERT INTO skipped_files AS s (folder, path, bytes, mtime_ms)
    SELECT p_folder, f.path, f.bytes, f."mtimeMs"
    FROM jsonb_to_recordset(p_files) AS f(path text, bytes bigint, "mtimeMs" bigint) ORDER BY f.path
    ON CONFLICT (folder, path) DO UPDATE SET bytes = excluded.bytes, mtime_ms = excluded.mtime_ms
      WHERE (s.bytes, s.mtime_ms) <> (excluded.bytes, excluded.mtime_ms);
END $$;

CREATE FUNCTION skipped_files(p_station uuid, p_folder uuid)
RETURNS TABLE (path text, bytes text, mtime_ms text)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT f.path, f.bytes::text, f.mtime_ms::text FROM skipped_files f, stations s
    WHERE f.folder = p_folder AND s.id = p_station AND s.login = session_user
$$;

-- Lets another station watch the folders that this one watched.
CREATE FUNCTION stop_watching(p_station uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  UPDATE watches w SET watched_until = clock_timestamp() FROM stations s
    WHERE w.station = p_station AND s.id = p_station AND s.login = session_user
$$;

-- Returns the photos of a folder that have not ended or have ended within a day, in order.
CREATE FUNCTION work_of_folder(p_station uuid, p_fence bigint, p_folder uuid)
RETURNS TABLE (photo text, purchase text, run integer, folder uuid, priority integer, content jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM need_lease(p_station, p_fence);
  UPDATE work SET offered_by = p_station WHERE folder = p_folder AND offered_by <> p_station
    AND state IN ('offered', 'taken', 'held', 'failed');
  RETURN QUERY SELECT w.photo, w.purchase, w.run, w.folder, w.priority, w.content FROM work w
    WHERE w.folder = p_folder AND w.state <> 'withdrawn' AND (w.state NOT IN ('done', 'failed')
      OR w.changed_at > clock_timestamp() - interval '1 day')
    ORDER BY w.number;
END $$;

CREATE FUNCTION offered(p_rows jsonb)
RETURNS TABLE (photo text, purchase text, run integer, folder uuid, priority integer, roots text[],
  content jsonb, again boolean, prioritised boolean, withdrawn boolean)
LANGUAGE sql STABLE AS $$
  SELECT * FROM jsonb_to_recordset(p_rows) AS r(photo text, purchase text, run integer, folder uuid,
    priority integer, roots text[], content jsonb, again boolean, prioritised boolean, withdrawn boolean)
$$;

-- Offers photos to all stations, and returns their states. What is offered again is offered once; 'again' repeats one
-- that has ended or was withdrawn. A withdrawn photo is also offered again with another hot folder. 'prioritised': a
-- user of this station has changed the priority. 'withdrawn' is for photos that a user cancelled before they were
-- offered: a photo that the database knows already stays as it is. A photo that needs attention at a station that is
-- alive and has its purchase goes to that station, because no other may buy it.
CREATE FUNCTION offer_work(p_station uuid, p_fence bigint, p_rows jsonb)
RETURNS TABLE (photo text, purchase text, run integer, state text, station text, outcome jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM need_lease(p_station, p_fence);
  UPDATE work w SET state = 'taken', run = greatest(w.run, r.run), offered_by = p_station, fence = s.fence,
      outcome = NULL, changed_at = clock_timestamp()
    FROM offered(p_rows) r, stations s WHERE w.photo = r.photo AND w.purchase = r.purchase
      AND w.state = 'held' AND r.again AND NOT r.withdrawn
      AND s.id = w.taken_by AND s.id <> p_station AND s.left_at IS NULL AND s.lease_until > clock_timestamp()
      AND EXISTS (SELECT FROM claims c WHERE c.station = s.id AND c.photo = w.photo
        AND c.purchase = w.purchase AND c.state IN ('open', 'started', 'held', 'finished'));
  UPDATE work w SET state = 'offered', run = greatest(w.run, r.run), roots = r.roots,
      content = r.content, folder = r.folder, priority = r.priority, offered_by = p_station,
      taken_by = NULL, fence = NULL, outcome = NULL, changed_at = clock_timestamp()
    FROM offered(p_rows) r WHERE w.photo = r.photo AND w.purchase = r.purchase
      AND w.state IN ('done', 'failed', 'held', 'withdrawn')
      AND NOT r.withdrawn
      AND (r.again OR r.run > w.run OR w.state = 'withdrawn' AND w.folder <> r.folder);
  UPDATE work w SET priority = r.priority FROM offered(p_rows) r
    WHERE w.photo = r.photo AND w.purchase = r.purchase AND w.priority <> r.priority
      AND w.state = 'offered' AND r.prioritised;
  INSERT INTO work (photo, purchase, run, folder, priority, roots, content, offered_by, state)
    SELECT r.photo, r.purchase, r.run, r.folder, r.priority, r.roots, r.content, p_station,
        CASE WHEN r.withdrawn THEN 'withdrawn' ELSE 'offered' END
      FROM offered(p_rows) r ON CONFLICT DO NOTHING;
  PERFORM pg_notify('darkslide', 'work');
  RETURN QUERY SELECT w.photo, w.purchase, w.run, w.state, s.name, w.outcome
    FROM offered(p_rows) r JOIN work w ON w.photo = r.photo AND w.purchase = r.purchase
      LEFT JOIN stations s ON s.id = w.taken_by;
END $$;

-- Takes photos of the folders p_folders until the station has p_most, and returns all that it has. A station without a
-- lease loses its photos. A station that does not know a folder would not keep the folder's limits. It takes none of
-- the folders p_no_folders and of the photos p_no_photos, given as 'photo purchase'.
CREATE FUNCTION take_work(p_station uuid, p_fence bigint, p_most integer, p_roots text[], p_own boolean,
  p_folders uuid[], p_no_folders uuid[], p_no_photos text[])
RETURNS TABLE (photo text, purchase text, run integer, folder uuid, priority integer, content jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
DECLARE room integer;
BEGIN
  PERFORM need_lease(p_station, p_fence);
  UPDATE work SET fence = p_fence WHERE taken_by = p_station AND state = 'taken' AND fence <> p_fence;
  SELECT p_most - count(*) INTO room FROM work WHERE taken_by = p_station AND state = 'taken';
  IF room > 0 THEN
    WITH next AS (
      SELECT w.photo, w.purchase FROM work w
        WHERE w.state IN ('offered', 'taken') AND w.roots <@ p_roots
          AND (w.offered_by = p_station OR NOT p_own AND w.folder = ANY(p_folders))
          AND NOT w.folder = ANY(p_no_folders)
          AND NOT w.photo || ' ' || w.purchase = ANY(p_no_photos)
          AND (w.state = 'offered' OR NOT EXISTS (SELECT FROM stations s
            WHERE s.id = w.taken_by AND s.fence = w.fence AND s.left_at IS NULL
              AND s.lease_until > clock_timestamp()))
          AND NOT EXISTS (SELECT FROM watches h WHERE h.folder = w.folder AND h.is_paused)
        ORDER BY w.priority DESC, w.number LIMIT room FOR UPDATE OF w SKIP LOCKED)
    UPDATE work w SET state = 'taken', taken_by = p_station, fence = p_fence,
        changed_at = clock_timestamp()
      FROM next n WHERE w.photo = n.photo AND w.purchase = n.purchase;
  END IF;
  RETURN QUERY SELECT w.photo, w.purchase, w.run, w.folder, w.priority, w.content FROM work w
    WHERE w.taken_by = p_station AND w.state = 'taken' ORDER BY w.priority DESC, w.number;
END $$;

-- Records what became of a photo. Results are also accepted from a station that has lost the photo to another one.
CREATE FUNCTION end_work(p_station uuid, p_photo text, p_purchase text, p_run integer, p_state text,
  p_outcome jsonb)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
BEGIN
  UPDATE work w SET state = p_state, taken_by = p_station, outcome = p_outcome,
      changed_at = clock_timestamp()
    FROM stations s WHERE s.id = p_station AND s.login = session_user
      AND w.photo = p_photo AND w.purchase = p_purchase AND w.run = p_run
      AND (w.state <> 'done' AND p_state = 'done' OR w.taken_by = p_station
        AND (w.state = 'taken' OR w.state IN ('held', 'failed') AND p_state IN ('held', 'failed')));
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('darkslide', 'work');
  RETURN true;
END $$;

-- Gives back photos that the station has taken and not begun, or withdraws photos, whichever station offered them: a
-- station whose user cancels a photo may no longer watch the photo's folder. Returns the photos' states; nothing for a
-- photo that the database does not know.
CREATE FUNCTION return_work(p_station uuid, p_photos text[], p_purchases text[], p_withdraw boolean)
RETURNS TABLE (photo text, purchase text, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE work w SET state = CASE WHEN p_withdraw THEN 'withdrawn' ELSE 'offered' END,
      taken_by = NULL, fence = NULL, changed_at = clock_timestamp()
    FROM stations s, unnest(p_photos, p_purchases) AS r(photo, purchase)
    WHERE s.id = p_station AND s.login = session_user
      AND w.photo = r.photo AND w.purchase = r.purchase
      AND CASE WHEN p_withdraw THEN w.state IN ('offered', 'taken')
        ELSE w.taken_by = p_station AND w.state = 'taken' END;
  PERFORM pg_notify('darkslide', 'work');
  RETURN QUERY SELECT w.photo, w.purchase, w.state
    FROM stations s, unnest(p_photos, p_purchases) AS r(photo, purchase)
      JOIN work w ON w.photo = r.photo AND w.purchase = r.purchase
    WHERE s.id = p_station AND s.login = session_user;
END $$;

-- Withdraws the photos that a station offered and no other station has, and gives back those of others, for a station
-- that leaves the studio. Returns all photos that the station offered and that are withdrawn.
CREATE FUNCTION leave_work(p_station uuid) RETURNS TABLE (photo text, purchase text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM stations WHERE id = p_station AND login = session_user;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE work w SET state = CASE WHEN w.offered_by = p_station THEN 'withdrawn' ELSE 'offered' END,
      taken_by = NULL, fence = NULL, changed_at = clock_timestamp()
    WHERE w.taken_by = p_station AND w.state = 'taken'
      OR w.offered_by = p_station AND w.state = 'offered';
  UPDATE watches SET watched_until = clock_timestamp() WHERE station = p_station;
  PERFORM pg_notify('darkslide', 'work');
  RETURN QUERY SELECT w.photo, w.purchase FROM work w
    WHERE w.offered_by = p_station AND w.state = 'withdrawn';
END $$;

-- Returns the database's time as the first row, and the photos whose state changed since p_since.
CREATE FUNCTION work_changes(p_station uuid, p_since timestamptz)
RETURNS TABLE (at timestamptz, photo text, purchase text, run integer, state text, station text,
  outcome jsonb)
LANGUAGE sql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT clock_timestamp(), NULL, NULL, NULL::integer, NULL, NULL, NULL::jsonb
  UNION ALL (SELECT w.changed_at, w.photo, w.purchase, w.run, w.state, t.name, w.outcome
    FROM stations me, work w LEFT JOIN stations t ON t.id = w.taken_by
    WHERE me.id = p_station AND me.login = session_user AND w.changed_at >= p_since
    ORDER BY w.changed_at)
$$;
`;
