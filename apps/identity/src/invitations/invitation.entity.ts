import type { Role } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('invitation')
export class InvitationRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  /** SHA-256 of the token, which is in the link alone. */
  @Column('bytea') token_hash!: Buffer;
  @Column('text') email!: string;
  @Column('text') email_key!: string;
  @Column('text') role!: Role;
  /** The admin who made the link, which ends when they are no active admin any more. */
  @Column('uuid') invited_by!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') expires_at!: Date;
}
