import type { Channel, ConversationStatus, CustomFields, Priority } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('conversation')
export class ConversationRow extends TenantRow {
  @Column('text', { nullable: true })
  subject!: string | null;

  @Column('text')
  status!: ConversationStatus;

  @Column('text')
  priority!: Priority;

  @Column('text')
  channel!: Channel;

  @Column('uuid')
  contact_id!: string;

  @Column('uuid', { nullable: true })
  assignee_id!: string | null;

  @Column('text', { array: true })
  tags!: string[];

  @Column('jsonb')
  custom_fields!: CustomFields;

  @Column('timestamptz', { nullable: true })
  closed_at!: Date | null;
}
