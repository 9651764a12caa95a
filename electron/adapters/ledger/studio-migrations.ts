import { membershipTable } from './membership.ts';
import { sharedConflictTable } from './shared-conflicts.ts';
import { runDocumentTables } from './run-documents.ts';
import { sharedHeldTable } from './shared-held.ts';
import { sharedDocumentTables, sharedFolderColumn, sharedWorkTable } from './shared-tables.ts';
import { claimsTable, creationRuns } from './spending-tables.ts';
import { sharedMarkTable } from './shared-marks.ts';
import { studioRunTables } from './studio-runs.ts';

/** The migrations for stations of a shared studio, in their order among all; see `migrations`. */
export const studioMigrations: readonly string[] = [
  claimsTable,
  sharedDocumentTables,
  creationRuns,
  studioRunTables,
  sharedFolderColumn,
  sharedWorkTable,
  sharedMarkTable,
  sharedConflictTable,
  membershipTable,
  sharedHeldTable,
  runDocumentTables,
];
