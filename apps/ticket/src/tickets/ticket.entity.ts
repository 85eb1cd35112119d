import type { CustomFields, Priority, SlaStatus, TicketStatus } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('ticket')
export class TicketRow extends TenantRow {
  @Column('text')
  subject!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { nullable: true })
  external_id!: string | null;

  @Column('text')
  status!: TicketStatus;

  @Column('text')
  priority!: Priority;

  @Column('uuid', { nullable: true })
  contact_id!: string | null;

  @Column('uuid', { nullable: true })
  assignee_id!: string | null;

  @Column('uuid', { nullable: true })
  inbox_id!: string | null;

  @Column('uuid', { nullable: true })
  conversation_id!: string | null;

  @Column('text', { array: true })
  tags!: string[];

  /** Case-folded `tags`, which filters compare with. */
  @Column('text', { array: true })
  tag_keys!: string[];

  @Column('jsonb')
  custom_fields!: CustomFields;

  @Column('timestamptz')
  sla_started_at!: Date;

  @Column('timestamptz')
  sla_warning_at!: Date;

  @Column('timestamptz')
  sla_due_at!: Date;

  /** When the SLA status next changes by time alone, and its event is due; null if it never will. */
  @Column('timestamptz', { nullable: true })
  sla_next_transition_at!: Date | null;

  @Column('text', { nullable: true })
  sla_stopped_status!: SlaStatus | null;

  @Column('timestamptz', { nullable: true })
  first_responded_at!: Date | null;
}
