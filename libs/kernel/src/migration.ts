/** Runs the SQL of a migration. */
export interface MigrationRunner {
  query(sql: string): Promise<unknown>;
}

/** One step of a schema. The class name ends in the time (13 digits) that orders it among all steps. */
export interface Migration {
  up(runner: MigrationRunner): Promise<void>;
  down(runner: MigrationRunner): Promise<void>;
}
