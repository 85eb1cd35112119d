import type { AuthorType, Channel, ConversationStatus, CustomFields, Priority } from '@parley/contracts';
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

  @Column('uuid', { nullable: true })
  inbox_id!: string | null;

  @Column('text', { array: true })
  tags!: string[];

  /** Case-folded `tags`, which filters compare with. */
  @Column('text', { array: true })
  tag_keys!: string[];

  @Column('jsonb')
  custom_fields!: CustomFields;

  @Column('timestamptz', { nullable: true })
  closed_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  last_message_at!: Date | null;

  @Column('text', { nullable: true })
  last_message_by!: AuthorType | null;

  @Column('integer')
  messages_count!: number;

  /** Time of the first message of the contact that no reply of a user followed. */
  @Column('timestamptz', { nullable: true })
  waiting_since!: Date | null;
}
