/** The functions that compare a claim with the spending limits; see `claimFunctions`. */
export const limitFunctions = `
-- what a claim reserves
CREATE TYPE reservation AS (day date, folder text, currency text, images bigint, cost bigint);
-- limits of the studio or of a hot folder, null for none; money in minor units
CREATE TYPE spending_limits AS (images_per_day bigint, money_per_day bigint, images_per_month bigint,
  money_per_month bigint);

-- Returns what is spent in the day or month of a reservation, without the claim's own earlier reservation.
CREATE FUNCTION spent_in(p_per text, p_folder text, asked reservation, own claims)
RETURNS TABLE (images bigint, money bigint)
LANGUAGE sql STABLE AS $$
  WITH period AS (SELECT date_trunc(p_per, asked.day::timestamp) AS first,
    date_trunc(p_per, asked.day::timestamp) + ('1 ' || p_per)::interval AS next)
  SELECT coalesce(sum(counted.images), 0)::bigint,
    coalesce(sum(counted.money) FILTER (WHERE counted.currency = asked.currency), 0)::bigint
  FROM period, LATERAL (
    SELECT s.images, s.money, s.currency FROM spent s
      WHERE s.folder = p_folder AND s.day >= first AND s.day < next
    UNION ALL
    SELECT -own.images, -coalesce(own.cost, 0), own.currency
      WHERE own.id IS NOT NULL AND own.day >= first AND own.day < next
        AND p_folder IN ('', own.folder)
  ) AS counted
$$;

-- Returns the first limit that does not allow a reservation, at most one row. Verdicts:
--   later     only in the next period
--   too-low   never, because the reservation alone exceeds the limit
--   no-price  unknown, because the reservation has no cost in the currency of the limit
CREATE FUNCTION limit_reached(s studio, own claims, asked reservation, p_folder_limits jsonb)
RETURNS TABLE ("of" text, per text, unit text, verdict text, allowed bigint, currency text)
LANGUAGE sql STABLE AS $$
  WITH owners (of, folder, currency, limits) AS (
    VALUES ('studio', '', s.currency, ROW(s.images_per_day, s.money_per_day, s.images_per_month,
        s.money_per_month)::spending_limits),
      ('folder', asked.folder, asked.currency,
        jsonb_populate_record(NULL::spending_limits, coalesce(p_folder_limits, '{}')))
  ), limits AS (
    SELECT o.of, o.folder, o.currency, l.* FROM owners o, LATERAL (
      VALUES (1, 'day', 'images', (o.limits).images_per_day, asked.images),
        (2, 'day', 'money', (o.limits).money_per_day, asked.cost),
        (3, 'month', 'images', (o.limits).images_per_month, asked.images),
        (4, 'month', 'money', (o.limits).money_per_month, asked.cost)
    ) AS l (at, per, unit, allowed, wanted)
    WHERE o.folder IS NOT NULL AND l.allowed IS NOT NULL
  ), verdicts AS (
    SELECT l.*, CASE
      WHEN wanted IS NULL OR (unit = 'money' AND l.currency <> asked.currency) THEN 'no-price'
      WHEN wanted > allowed THEN 'too-low'
      WHEN wanted + (SELECT CASE unit WHEN 'images' THEN images ELSE money END
        FROM spent_in(per, l.folder, asked, own)) > allowed THEN 'later'
    END AS verdict FROM limits l
  )
  SELECT v.of, v.per, v.unit, v.verdict, v.allowed, v.currency FROM verdicts v
  WHERE v.verdict IS NOT NULL
  -- a run that no day would allow must not wait for the next day
  ORDER BY v.verdict = 'later', v.of = 'folder', v.at LIMIT 1
$$;
`;
