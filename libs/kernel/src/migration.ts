/** A folder of .sql migrations, applied to the schema of each service that uses it (docs/adr/0017-migrations.md). */
export interface MigrationSource {
  /** Unique among the sources of a service: recorded migrations are named `<name>/<file>`. */
  readonly name: string;
  readonly folder: URL;
}
