import { Column, PrimaryColumn } from 'typeorm';
import type { Mode } from '@parley/contracts';

/** Columns that every row of a tenant has. Ids are uuids here and TypeIDs everywhere outside SQL. */
export abstract class TenantRow {
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
