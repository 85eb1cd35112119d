/** Whom the rows of a statement belong to. */
type Scope = 'tenant' | 'workspace' | 'system';

/**
 * One prepared SQL statement. The type parameter is the shape of its rows. The scope decides what `$1` and `$2` are
 * bound to, so that a query of tenant data without a tenant cannot be written.
 */
export interface Statement<Row, S extends Scope = Scope> {
  readonly name: string;
  readonly text: string;
  readonly scope: S;
  /** Only carries the type. */
  readonly row?: Row;
}

function define<Row, S extends Scope>(
  scope: S,
  name: string,
  text: string,
  required: readonly string[],
): Statement<Row, S> {
  for (const parameter of required) {
    if (!new RegExp(`\\${parameter}(?!\\d)`).test(text)) {
      throw new Error(`statement ${name} does not use ${parameter}: it must be limited to its ${scope}`);
    }
  }
  return { name, text, scope };
}

/** A statement on rows of one workspace in one mode: `$1` is the workspace, `$2` the mode, `$3…` the caller's values. */
export function tenantStatement<Row>(name: string, text: string): Statement<Row, 'tenant'> {
  return define<Row, 'tenant'>('tenant', name, text, ['$1', '$2']);
}

/** A statement on rows that both modes of a workspace share: `$1` is the workspace, `$2…` the caller's values. */
export function workspaceStatement<Row>(name: string, text: string): Statement<Row, 'workspace'> {
  return define<Row, 'workspace'>('workspace', name, text, ['$1']);
}

/**
 * A statement that works across tenants, such as a scheduler's claim or a look-up by token hash.
 * @param _why the reason that it may; there for the reader and the reviewer.
 */
export function systemStatement<Row>(name: string, _why: string, text: string): Statement<Row, 'system'> {
  return define<Row, 'system'>('system', name, text, []);
}
