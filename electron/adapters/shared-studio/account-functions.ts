/** Which account the purchases of a studio belong to; see `migrations`. */
export const accounts = `
-- salted hashes of the API keys of that account, of 32 bits, which millions of keys share
CREATE TABLE accounts (
  mark text PRIMARY KEY CHECK (length(mark) = 8),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Returns whether a key belongs to the account of the studio. The key of the first station does.
CREATE FUNCTION knows_account(p_station uuid, p_mark text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM accounts) THEN
    PERFORM FROM studio FOR NO KEY UPDATE;
    INSERT INTO accounts (mark) SELECT p_mark FROM stations
      WHERE id = p_station AND login = session_user AND left_at IS NULL AND NOT EXISTS (SELECT FROM accounts);
  END IF;
  RETURN NOT EXISTS (SELECT FROM accounts WHERE mark <> p_mark) OR EXISTS (SELECT FROM accounts WHERE mark = p_mark);
END $$;
`;
