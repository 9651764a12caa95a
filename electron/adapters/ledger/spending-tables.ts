/**
 * The sums, in images and in money, that limits are compared with, and more limits for hot folders; see `migrations`.
 */
export const spendingTables = `
  DROP TRIGGER spent_by_new;
  DROP TRIGGER spent_by_change;
  DROP TRIGGER spent_elsewhere;
  DROP TABLE spent;
  CREATE TABLE spent (
    day TEXT NOT NULL,               -- as in executions
    hot_folder_id INTEGER NOT NULL,  -- 0: photos that the user added
    currency TEXT NOT NULL,          -- '' for images without a price
    images INTEGER NOT NULL,         -- reserved or spent
    minor INTEGER NOT NULL,          -- what they cost, in minor units
    PRIMARY KEY (day, hot_folder_id, currency)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO spent SELECT e.day, coalesce(j.hot_folder_id, 0), coalesce(e.currency, ''),
      sum(e.images), coalesce(sum(e.images * e.price), 0)
    FROM executions e JOIN jobs j ON j.id = e.job_id
    WHERE e.state NOT IN ('rejected','void') GROUP BY 1, 2, 3;
  CREATE TRIGGER spent_by_new AFTER INSERT ON executions WHEN new.state NOT IN ('rejected','void') BEGIN
    INSERT INTO spent SELECT new.day, coalesce(hot_folder_id, 0), coalesce(new.currency, ''),
        new.images, coalesce(new.images * new.price, 0) FROM jobs
      WHERE id = new.job_id
      ON CONFLICT DO UPDATE SET images = images + excluded.images, minor = minor + excluded.minor;
  END;
  CREATE TRIGGER spent_by_change AFTER UPDATE OF state, images, day, price, currency ON executions
  WHEN (old.state NOT IN ('rejected','void')) <> (new.state NOT IN ('rejected','void'))
    OR old.images <> new.images OR old.day <> new.day
    OR old.price IS NOT new.price OR old.currency IS NOT new.currency BEGIN
    UPDATE spent SET images = images - old.images, minor = minor - coalesce(old.images * old.price, 0)
      WHERE old.state NOT IN ('rejected','void') AND day = old.day
        AND hot_folder_id = (SELECT coalesce(hot_folder_id, 0) FROM jobs WHERE id = old.job_id)
        AND currency = coalesce(old.currency, '');
    INSERT INTO spent SELECT new.day, coalesce(hot_folder_id, 0), coalesce(new.currency, ''),
        new.images, coalesce(new.images * new.price, 0) FROM jobs
      WHERE id = new.job_id AND new.state NOT IN ('rejected','void')
      ON CONFLICT DO UPDATE SET images = images + excluded.images, minor = minor + excluded.minor;
  END;
  CREATE TRIGGER spent_elsewhere AFTER UPDATE OF hot_folder_id ON jobs
  WHEN old.hot_folder_id IS NOT new.hot_folder_id BEGIN
    INSERT INTO spent SELECT day, coalesce(old.hot_folder_id, 0), coalesce(currency, ''),
        -sum(images), -coalesce(sum(images * price), 0) FROM executions
      WHERE job_id = new.id AND state NOT IN ('rejected','void') GROUP BY day, currency
      ON CONFLICT DO UPDATE SET images = images + excluded.images, minor = minor + excluded.minor;
    INSERT INTO spent SELECT day, coalesce(new.hot_folder_id, 0), coalesce(currency, ''),
        sum(images), coalesce(sum(images * price), 0) FROM executions
      WHERE job_id = new.id AND state NOT IN ('rejected','void') GROUP BY day, currency
      ON CONFLICT DO UPDATE SET images = images + excluded.images, minor = minor + excluded.minor;
  END;

  -- more limits, null for none: images, or minor units of the currency of the prices
  ALTER TABLE hot_folders ADD COLUMN images_per_month INTEGER;
  ALTER TABLE hot_folders ADD COLUMN money_per_day INTEGER;
  ALTER TABLE hot_folders ADD COLUMN money_per_month INTEGER;
`;

/**
 * Columns for the client to whom photos are charged; '' for none, and in rows that earlier versions
 * wrote. Each job and each purchase keeps the client that was set when it was created; see
 * `migrations`.
 */
export const clientColumns = `
  ALTER TABLE hot_folders ADD COLUMN client TEXT NOT NULL DEFAULT '';
  ALTER TABLE jobs ADD COLUMN client TEXT NOT NULL DEFAULT '';
  ALTER TABLE executions ADD COLUMN client TEXT NOT NULL DEFAULT '';
  ALTER TABLE purchases ADD COLUMN client TEXT NOT NULL DEFAULT '';
`;

/** How often the user insisted on a creation that another station has made; see `migrations`. */
export const creationRuns = `
  ALTER TABLE own_creations ADD COLUMN run INTEGER NOT NULL DEFAULT 1;
`;

/** The purchases that a station of a shared studio has claimed; see `migrations`. */
export const claimsTable = `
  -- purchases that this station has claimed in the shared studio; empty for a station that works alone
  CREATE TABLE claims (
    job_id INTEGER NOT NULL REFERENCES jobs(id),
    run INTEGER NOT NULL,
    claim INTEGER NOT NULL,          -- id in the shared studio
    fence INTEGER NOT NULL,          -- the lease under which the request may be sent
    reported TEXT NOT NULL,          -- state and executions last reported, '' if none
    PRIMARY KEY (job_id, run)
  ) STRICT, WITHOUT ROWID;
  `;
