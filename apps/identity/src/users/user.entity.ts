import type { AvailabilityStatus, Role, User } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('member')
export class UserRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('integer') version!: number;
  @Column('text') email!: string;
  /** The address without differences of case: what is unique in the workspace. */
  @Column('text') email_key!: string;
  @Column('text') name!: string;
  @Column('text') role!: Role;
  @Column('text') status!: User['status'];
  @Column('text', { nullable: true }) avatar_url!: string | null;
  @Column('text') availability!: AvailabilityStatus;
  @Column('timestamptz', { nullable: true }) availability_until!: Date | null;
  @Column('integer', { nullable: true }) capacity!: number | null;
  /** Null until the person whom an invitation is for chooses a password. */
  @Column('text', { nullable: true }) password_hash!: string | null;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}
