import type { Actor, AuditEventType } from '@parley/contracts';
import { Column, Entity, WorkspaceRow } from '@parley/persistence';

@Entity('audit_event')
export class AuditEventRow extends WorkspaceRow {
  @Column('uuid')
  id!: string;

  @Column('timestamptz')
  at!: Date;

  @Column('text')
  type!: AuditEventType;

  @Column('text')
  actor_type!: Actor['type'];

  @Column('text', { nullable: true })
  actor_id!: string | null;

  @Column('text', { nullable: true })
  credential_id!: string | null;

  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { nullable: true })
  request_id!: string | null;

  @Column('jsonb')
  details!: Readonly<Record<string, unknown>>;
}
