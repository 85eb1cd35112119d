import { Column, PrimaryColumn } from 'typeorm';
import type { Mode } from '@parley/contracts';

/** Columns of every row that both modes of a workspace share, such as users and credentials. */
export abstract class WorkspaceRow {
  /** Exists in the type only, so that rows of tenants are not assignable. */
  declare readonly tenancy?: 'workspace';

  @PrimaryColumn('uuid')
  workspace_id!: string;
}

/** Columns that every row of a tenant has. Ids are uuids here and TypeIDs everywhere outside SQL. */
export abstract class TenantRow {
  declare readonly tenancy?: 'tenant';

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid') workspace_id!: string;
  @Column('text') mode!: Mode;
  /** Incremented by each change: the optimistic lock, and the ETag. */
  @Column('integer') version!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
