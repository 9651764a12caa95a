/**
 * Documents that all stations share: recipes, hot folders, prices, ratings and cards. The database stores their text and
 * does not interpret it; each station checks what it reads. See `firstTables`.
 */
export const documentTables = `
-- every change of a document; the marks tell a station whether the database was restored from a backup
CREATE TABLE document_versions (
  version bigint PRIMARY KEY,
  mark uuid NOT NULL DEFAULT gen_random_uuid()
);

CREATE TABLE documents (
  kind text NOT NULL CHECK (kind ~ '^[a-z-]{1,40}$'),
  key uuid NOT NULL,                   -- chosen by the station that added the document
  subject text NOT NULL CHECK (length(subject) <= 2000), -- what it is about: one document per kind and subject
  version bigint NOT NULL UNIQUE,
  content text NOT NULL CHECK (octet_length(content) <= 8000000), -- JSON; '' after it was removed
  station uuid NOT NULL REFERENCES stations, -- the last that changed it
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed boolean NOT NULL,
  PRIMARY KEY (kind, key)
);
-- hashed, because a subject may be longer than an index row
CREATE UNIQUE INDEX documents_by_subject ON documents (kind, md5(subject)) WHERE NOT removed;

-- Writes a document. Outcomes:
--   saved      with its new version
--   conflict   another station has changed it since version p_base
--   taken      another document has this subject
--   no-lease   the lease has ended
CREATE FUNCTION put_document(p_station uuid, p_fence bigint, p_kind text, p_key uuid, p_subject text,
  p_base bigint, p_content text, p_removed boolean)
RETURNS TABLE (outcome text, version bigint, mark uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
DECLARE
  now_at bigint;
  next document_versions;
BEGIN
  PERFORM FROM stations WHERE id = p_station AND fence = p_fence AND login = session_user
    AND left_at IS NULL AND lease_until > clock_timestamp();
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no-lease', NULL::bigint, NULL::uuid;
    RETURN;
  END IF;
  -- one change at a time, so that no reader sees a version before all lower ones
  LOCK TABLE document_versions IN SHARE ROW EXCLUSIVE MODE;
  SELECT d.version INTO now_at FROM documents d WHERE d.kind = p_kind AND d.key = p_key;
  IF coalesce(now_at, 0) <> p_base THEN
    RETURN QUERY SELECT 'conflict', NULL::bigint, NULL::uuid;
    RETURN;
  END IF;
  IF NOT p_removed AND EXISTS (SELECT FROM documents d WHERE d.kind = p_kind AND NOT d.removed
      AND md5(d.subject) = md5(p_subject) AND d.key <> p_key) THEN
    RETURN QUERY SELECT 'taken', NULL::bigint, NULL::uuid;
    RETURN;
  END IF;
  INSERT INTO document_versions (version)
    SELECT coalesce(max(v.version), 0) + 1 FROM document_versions v RETURNING * INTO next;
  INSERT INTO documents (kind, key, subject, version, content, station, removed)
    VALUES (p_kind, p_key, p_subject, next.version, CASE WHEN p_removed THEN '' ELSE p_content END, p_station, p_removed)
    ON CONFLICT (kind, key) DO UPDATE SET subject = excluded.subject, version = excluded.version,
      content = excluded.content, station = excluded.station, removed = excluded.removed,
      changed_at = clock_timestamp();
  PERFORM pg_notify('darkslide', 'documents');
  RETURN QUERY SELECT 'saved', next.version, next.mark;
END $$;

-- Returns the documents that changed after a version, in the order of their changes. One row without a kind: the
-- database does not know this version with this mark, because it was restored.
CREATE FUNCTION documents_since(p_station uuid, p_version bigint, p_mark uuid, p_most integer)
RETURNS TABLE (kind text, key uuid, version bigint, mark uuid, content text, removed boolean, station text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM stations s WHERE s.id = p_station AND s.login = session_user AND s.left_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF p_version > 0 AND NOT EXISTS (
      SELECT FROM document_versions v WHERE v.version = p_version AND v.mark = p_mark) THEN
    RETURN QUERY SELECT NULL::text, NULL::uuid, 0::bigint, NULL::uuid, NULL::text, NULL::boolean, NULL::text;
    RETURN;
  END IF;
  RETURN QUERY SELECT d.kind, d.key, d.version, v.mark, d.content, d.removed, s.name
    FROM documents d JOIN document_versions v ON v.version = d.version JOIN stations s ON s.id = d.station
    WHERE d.version > p_version ORDER BY d.version LIMIT p_most;
END $$;

-- Returns the versions that the database does not know with these marks.
CREATE FUNCTION lost_versions(p_station uuid, p_versions bigint[], p_marks uuid[]) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
  SELECT known.version FROM unnest(p_versions, p_marks) AS known (version, mark)
  WHERE EXISTS (SELECT FROM stations s WHERE s.id = p_station AND s.login = session_user)
    AND NOT EXISTS (SELECT FROM document_versions v
      WHERE v.version = known.version AND v.mark = known.mark)
$$;
`;

/** Tells stations when a document was changed, and limits the size of documents; see `migrations`. */
export const documentTimes = `
ALTER TABLE documents ADD CONSTRAINT document_sizes CHECK (
  octet_length(content) <= CASE kind WHEN 'custom-model' THEN 1600000 WHEN 'prices' THEN 100000
    WHEN 'hot-folder' THEN 160000 WHEN 'mark' THEN 4000 ELSE 8000000 END);

DROP FUNCTION documents_since(uuid, bigint, uuid, integer);

-- Returns the documents that changed after a version, in the order of their changes, with the ms since 1970 of the last
-- change: at most p_most and 4 MB of them, but at least one. One row without a kind: the database does not know this
-- version with this mark, because it was restored.
CREATE FUNCTION documents_since(p_station uuid, p_version bigint, p_mark uuid, p_most integer)
RETURNS TABLE (kind text, key uuid, version bigint, mark uuid, content text, removed boolean, station text, at bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM stations s WHERE s.id = p_station AND s.login = session_user AND s.left_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF p_version > 0 AND NOT EXISTS (
      SELECT FROM document_versions v WHERE v.version = p_version AND v.mark = p_mark) THEN
    RETURN QUERY SELECT NULL::text, NULL::uuid, 0::bigint, NULL::uuid, NULL::text, NULL::boolean, NULL::text,
      NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY SELECT d.kind, d.key, d.version, v.mark, d.content, d.removed, s.name,
      floor(extract(epoch FROM d.changed_at) * 1000)::bigint
    FROM (
      SELECT next.*, sum(octet_length(next.content)) OVER (ORDER BY next.version) - octet_length(next.content) AS before
      FROM (SELECT * FROM documents d WHERE d.version > p_version ORDER BY d.version LIMIT p_most) AS next
    ) AS d JOIN document_versions v ON v.version = d.version JOIN stations s ON s.id = d.station
    WHERE d.before = 0 OR d.before + octet_length(d.content) <= 4000000 ORDER BY d.version;
END $$;
`;

/** Remembers which station added a document, also after others have changed it; see `migrations`. */
export const documentAuthors = `
ALTER TABLE documents ADD COLUMN added_by uuid REFERENCES stations; -- the station that added it
UPDATE documents SET added_by = station;
ALTER TABLE documents ALTER COLUMN added_by SET NOT NULL;

CREATE FUNCTION note_document_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.added_by := NEW.station;
  RETURN NEW;
END $$;
CREATE TRIGGER document_author BEFORE INSERT ON documents
  FOR EACH ROW EXECUTE FUNCTION note_document_author();

DROP FUNCTION documents_since(uuid, bigint, uuid, integer);

-- Returns the documents that changed after a version, in the order of their changes, with the ms since 1970 of the last
-- change and the name of the station that added the document: at most p_most and 4 MB of them, but at least one. One
-- row without a kind: the database does not know this version with this mark, because it was restored.
CREATE FUNCTION documents_since(p_station uuid, p_version bigint, p_mark uuid, p_most integer)
RETURNS TABLE (kind text, key uuid, version bigint, mark uuid, content text, removed boolean, station text, added_by text,
  at bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM stations s WHERE s.id = p_station AND s.login = session_user AND s.left_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  IF p_version > 0 AND NOT EXISTS (
      SELECT FROM document_versions v WHERE v.version = p_version AND v.mark = p_mark) THEN
    RETURN QUERY SELECT NULL::text, NULL::uuid, 0::bigint, NULL::uuid, NULL::text, NULL::boolean, NULL::text,
      NULL::text, NULL::bigint;
    RETURN;
  END IF;
  RETURN QUERY SELECT d.kind, d.key, d.version, v.mark, d.content, d.removed, s.name, author.name,
      floor(extract(epoch FROM d.changed_at) * 1000)::bigint
    FROM (
      SELECT next.*, sum(octet_length(next.content)) OVER (ORDER BY next.version) - octet_length(next.content) AS before
      FROM (SELECT * FROM documents d WHERE d.version > p_version ORDER BY d.version LIMIT p_most) AS next
    ) AS d JOIN document_versions v ON v.version = d.version JOIN stations s ON s.id = d.station
      JOIN stations author ON author.id = d.added_by
    WHERE d.before = 0 OR d.before + octet_length(d.content) <= 4000000 ORDER BY d.version;
END $$;
`;
