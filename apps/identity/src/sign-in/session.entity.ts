import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('login_session')
export class SessionRow extends WorkspaceRow {
  /** SHA-256 of the id, which is in the cookie alone. */
  @Column('bytea')
  id_hash!: Buffer;

  @Column('uuid')
  user_id!: string;

  @Column('timestamptz')
  created_at!: Date;

  @Column('timestamptz')
  last_seen_at!: Date;
}
