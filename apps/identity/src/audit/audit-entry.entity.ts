import type { Actor, AuditEntryType } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('audit_entry')
export class AuditEntryRow extends WorkspaceRow {
  @Column('uuid') id!: string;
  @Column('timestamptz') at!: Date;
  @Column('text') type!: AuditEntryType;
  @Column('text') actor_type!: Exclude<Actor['type'], 'assignment'>;
  @Column('text', { nullable: true }) actor_id!: string | null;
  @Column('text', { nullable: true }) credential_id!: string | null;
  @Column('text', { nullable: true }) address!: string | null;
  @Column('text', { nullable: true }) request_id!: string | null;
  @Column('jsonb') details!: Readonly<Record<string, unknown>>;
}
