import { Column, PrimaryColumn } from 'typeorm';
import type { Mode } from '@parley/contracts';

/** Columns of every row that both modes of a workspace share, such as users and credentials. */
export abstract class WorkspaceRow {
  /** Exists in the type only, so that no row of a tenant is taken for one of a workspace. */
  declare readonly scope?: 'workspace';

  @PrimaryColumn('uuid')
  workspace_id!: string;
}

/** Columns that every row of a tenant has. Ids are uuids here and TypeIDs everywhere outside SQL. */
export abstract class TenantRow {
  declare readonly scope?: 'tenant';

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  workspace_id!: string;

  @Column('text')
  mode!: Mode;

  /** Grows by one with each change: the optimistic lock, and the ETag. */
  @Column('integer')
  version!: number;

  @Column('timestamptz')
  created_at!: Date;

  @Column('timestamptz')
  updated_at!: Date;
}
