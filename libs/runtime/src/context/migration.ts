/** A folder of .sql migrations, applied to the schema of each service that uses it (docs/adr/0017-migrations.md). */
export interface MigrationSource {
  /** Unique among the sources of a service: recorded migrations are named `<name>/<file>`. */
  readonly name: string;
  readonly folder: URL;
  /** Values of placeholders: `{{record}}`, or `{{columns}}` for a list, of which `{{old.columns}}` is `old.name, old.email`. */
  readonly names?: Readonly<Record<string, string | readonly string[]>>;
}
