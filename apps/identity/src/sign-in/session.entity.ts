import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('login_session')
export class SessionRow extends WorkspaceRow {
  /** SHA-256 of the id, which is in the cookie alone. */
  @Column('bytea') id_hash!: Buffer;
  /** Public, unlike the cookie: the credential of its access tokens, and what its user ends it by. */
  @Column('uuid') id!: string;
  @Column('uuid') user_id!: string;
  @Column('text', { nullable: true }) browser!: string | null;
  @Column('text', { nullable: true }) address!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') last_seen_at!: Date;
}
