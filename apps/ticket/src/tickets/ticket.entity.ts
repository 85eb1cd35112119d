import type { SlaStatus, TicketLinkType, TicketStatus } from '@parley/contracts';
import { Column, Entity } from '@parley/persistence';
import { RecordRow } from '@parley/projections';

/** A link as it is stored: the uuid of the other ticket, and what that is to this one. */
export interface StoredLink {
  readonly type: TicketLinkType;
  readonly id: string;
}

@Entity('ticket')
export class TicketRow extends RecordRow {
  @Column('text') subject!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') status!: TicketStatus;
  @Column('uuid', { nullable: true }) conversation_id!: string | null;
  @Column('timestamptz') sla_started_at!: Date;
  @Column('timestamptz') sla_warning_at!: Date;
  @Column('timestamptz') sla_due_at!: Date;
  /** When the SLA status next changes by time alone, and its event is due; null if it never will. */
  @Column('timestamptz', { nullable: true }) sla_next_transition_at!: Date | null;
  @Column('text', { nullable: true }) sla_stopped_status!: SlaStatus | null;
  @Column('timestamptz', { nullable: true }) sla_stopped_at!: Date | null;
  @Column('timestamptz', { nullable: true }) first_responded_at!: Date | null;
  @Column('timestamptz') status_changed_at!: Date;
  @Column('timestamptz', { nullable: true }) resolved_at!: Date | null;
  @Column('timestamptz', { nullable: true }) closed_at!: Date | null;
  @Column('integer') reopened_count!: number;
  @Column('jsonb') links!: StoredLink[];
}
