import type { NotificationCause } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';
import type { RecordKind } from '../assignment/assignment.queries.ts';

@Entity('notification')
export class NotificationRow extends TenantRow {
  @Column('uuid') user_id!: string;
  @Column('text') cause!: NotificationCause;
  /** The event that it tells of. */
  @Column('uuid') event_id!: string;
  @Column('text') kind!: RecordKind;
  @Column('uuid') record_id!: string;
  @Column('uuid', { nullable: true }) message_id!: string | null;
  /** Whether the list of its user has it; otherwise it is only pushed or mailed. */
  @Column('bool') is_shown!: boolean;
  /** Whether its user gets a mail about it unless it is read in time. */
  @Column('bool') awaits_mail!: boolean;
  @Column('timestamptz', { nullable: true }) read_at!: Date | null;
}
