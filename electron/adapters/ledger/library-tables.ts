/** The columns and tables of the library's stacks; see `migrations`. */
export const libraryTables = `
  -- photo of a delivered image, so that stacks can be listed without reading the jobs
  ALTER TABLE results ADD COLUMN photo_id INTEGER REFERENCES photos(id);
  UPDATE results SET photo_id = (SELECT j.photo_id FROM executions e JOIN jobs j ON j.id = e.job_id
    WHERE e.id = execution_row) WHERE file IS NOT NULL;
  DROP INDEX results_delivered;
  CREATE INDEX results_delivered ON results (delivered_at, id, execution_row, photo_id)
    WHERE kind = 'image' AND file IS NOT NULL;

  -- number of changes that affect a list of the library
  CREATE TABLE library_changes (
    what TEXT PRIMARY KEY CHECK (what IN ('results', 'marks', 'jobs')),
    n INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO library_changes VALUES ('results', 0), ('marks', 0), ('jobs', 0);
  CREATE TRIGGER library_changes_of_result AFTER UPDATE OF file, delivered_at, photo_id ON results
  WHEN new.kind = 'image' BEGIN
    UPDATE library_changes SET n = n + 1 WHERE what = 'results';
  END;
  CREATE TRIGGER library_changes_of_new_mark AFTER INSERT ON marks BEGIN
    UPDATE library_changes SET n = n + 1 WHERE what = 'marks';
  END;
  CREATE TRIGGER library_changes_of_mark AFTER UPDATE ON marks BEGIN
    UPDATE library_changes SET n = n + 1 WHERE what = 'marks';
  END;
  CREATE TRIGGER library_changes_of_job
  AFTER UPDATE OF hot_folder_id, recipe_id, search, name_order ON jobs BEGIN
    UPDATE library_changes SET n = n + 1 WHERE what = 'jobs';
  END;
  `;
