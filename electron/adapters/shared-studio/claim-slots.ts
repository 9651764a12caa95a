/**
 * Lets the open purchases of a lost station count against the concurrency limit until an hour after its lease has ended;
 * see `migrations`.
 */
export const claimSlots = `
-- Claims a purchase before INTENT. Outcomes:
--   granted    the station may send the request while it has this lease
--   adopt      the purchase was claimed with another task, which is not in p_settled: ask the service about that task
--   elsewhere  another station is about to buy it; with 'needs_person', only once a user has decided there
--   bought     another station has bought it
--   lost       another station that is gone may have created this model or scene
--   busy       the account's concurrency limit is reached
--   limit      a spending limit of the studio or of the hot folder does not allow it, see 'limit_reached'
--   no-lease   the lease has ended
-- The day of the database counts, so p_day has no effect.
CREATE OR REPLACE FUNCTION claim(p_station uuid, p_fence bigint, p_number bigint, p_job bigint, p_job_run integer, p_photo text,
  p_purchase text, p_task text, p_images integer, p_day date, p_cost bigint, p_currency text, p_folder text,
  p_folder_limits jsonb, p_settled text[])
RETURNS TABLE (outcome text, claim bigint, station text, task text, reached jsonb, changes bigint,
  needs_person boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = darkslide, pg_temp AS $$
#variable_conflict use_column
DECLARE
  s studio;
  own claims;
  other claims;
  p_run integer := 1;
  owner stations;
  asked reservation;
BEGIN
  -- one claim at a time, so that limits and slots are counted exactly
  SELECT * INTO s FROM studio FOR NO KEY UPDATE;
  PERFORM FROM stations WHERE id = p_station AND fence = p_fence AND login = session_user
    AND left_at IS NULL AND lease_until > clock_timestamp();
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'no-lease', NULL::bigint, NULL::text, NULL::text, NULL::jsonb, NULL::bigint, false;
    RETURN;
  END IF;

  SELECT * INTO own FROM claims c
    WHERE c.station = p_station AND c.job = p_job AND c.job_run = p_job_run AND c.state <> 'released'
      AND c.photo = p_photo AND c.purchase = p_purchase FOR UPDATE;
  IF EXISTS (SELECT FROM claims c WHERE c.station = p_station AND c.job = p_job AND c.job_run = p_job_run
      AND c.photo = p_photo AND c.purchase = p_purchase
      AND (c.sent_fence, c.sent_number) > (p_fence, p_number)) THEN
    -- this statement arrives late, and the station no longer waits for its answer
    RETURN QUERY SELECT 'busy', NULL::bigint, NULL::text, NULL::text, NULL::jsonb, NULL::bigint, false;
    RETURN;
  END IF;
  IF own.id IS NULL THEN
    IF p_job_run > 1 OR (p_images = 0 AND EXISTS (SELECT FROM claims c WHERE c.station = p_station
        AND c.photo = p_photo AND c.purchase = p_purchase AND c.state <> 'released')) THEN
      SELECT coalesce(max(c.run), 0) + 1 INTO p_run FROM claims c
        WHERE c.photo = p_photo AND c.purchase = p_purchase AND c.state <> 'released';
    END IF;
    SELECT * INTO other FROM claims c
      WHERE c.photo = p_photo AND c.purchase = p_purchase AND c.run = p_run AND c.state <> 'released'
      FOR UPDATE;
    IF other.id IS NOT NULL THEN
      SELECT * INTO owner FROM stations WHERE id = other.station;
      IF other.state = 'bought' AND other.station <> p_station THEN
        RETURN QUERY SELECT 'bought', other.id, owner.name, NULL::text, NULL::jsonb, NULL::bigint, false;
        RETURN;
      END IF;
      IF other.station <> p_station AND owner.left_at IS NULL
        AND owner.lease_until > clock_timestamp() THEN
        RETURN QUERY SELECT 'elsewhere', other.id, owner.name, NULL::text, NULL::jsonb, NULL::bigint,
          other.needs_person;
        RETURN;
      END IF;
      IF p_images = 0 AND other.station <> p_station THEN
        -- the account may contain the model or scene, and no task shows whether it does
        RETURN QUERY SELECT 'lost', other.id, owner.name, NULL::text, NULL::jsonb, NULL::bigint, false;
        RETURN;
      END IF;
      -- the owner is gone, or is this station with another job: this job answers for its task now
      UPDATE claims SET station = p_station, fence = p_fence, job = p_job, job_run = p_job_run,
        sent_fence = p_fence, sent_number = p_number, needs_person = false, changed_at = clock_timestamp()
        WHERE id = other.id;
      RETURN QUERY SELECT 'adopt', other.id, owner.name, other.task, NULL::jsonb, count_change(p_station), false;
      RETURN;
    END IF;
  ELSIF own.task <> p_task AND own.task <> ALL (p_settled) THEN
    UPDATE claims SET sent_fence = p_fence, sent_number = p_number WHERE id = own.id;
    RETURN QUERY SELECT 'adopt', own.id, NULL::text, own.task, NULL::jsonb, count_change(p_station), false;
    RETURN;
  END IF;

  -- a station that is gone may have sent a request until its lease ended, and keeps its slots until that execution has
  -- certainly ended at the service
  IF p_images > 0 AND s.in_flight <= (SELECT count(*) FROM claims c JOIN stations t ON t.id = c.station
      WHERE c.state IN ('open', 'started') AND c.images > 0 AND c.id IS DISTINCT FROM own.id
        AND greatest(t.lease_until, c.changed_at) > clock_timestamp() - interval '1 hour') THEN
    RETURN QUERY SELECT 'busy', NULL::bigint, NULL::text, NULL::text, NULL::jsonb, NULL::bigint, false;
    RETURN;
  END IF;
  asked := (studio_day(), p_folder, p_currency, p_images, p_cost);
  RETURN QUERY SELECT 'limit', NULL::bigint, NULL::text, NULL::text, to_jsonb(l), NULL::bigint, false
    FROM limit_reached(s, own, asked, p_folder_limits) l WHERE p_images > 0;
  IF FOUND THEN RETURN; END IF;

  IF own.id IS NULL THEN
    INSERT INTO claims (photo, purchase, run, station, fence, job, job_run, state, task, images, day,
        cost, currency, folder, sent_fence, sent_number)
      VALUES (p_photo, p_purchase, p_run, p_station, p_fence, p_job, p_job_run, 'open', p_task,
        p_images, asked.day, p_cost, p_currency, p_folder, p_fence, p_number)
      RETURNING * INTO own;
  ELSE
    UPDATE claims SET fence = p_fence, state = 'open', task = p_task, images = p_images, day = asked.day,
      cost = p_cost, currency = p_currency, folder = p_folder, sent_fence = p_fence, sent_number = p_number,
      needs_person = false, changed_at = clock_timestamp() WHERE id = own.id;
  END IF;
  RETURN QUERY SELECT 'granted', own.id, NULL::text, NULL::text, NULL::jsonb, count_change(p_station), false;
END $$;
`;
