import type { AuthorType, Channel, ConversationStatus, MailAddress } from '@parley/contracts';
import { Column, Entity } from '@parley/persistence';
import { RecordRow } from '@parley/projections';

@Entity('conversation')
export class ConversationRow extends RecordRow {
  @Column('text', { nullable: true }) subject!: string | null;
  @Column('text') status!: ConversationStatus;
  @Column('text') channel!: Channel;

  declare contact_id: string;

  @Column('uuid', { nullable: true }) mailbox_id!: string | null;
  @Column('uuid', { nullable: true }) connection_id!: string | null;
  /** Id of the conversation in the channel of its connection. */
  @Column('text', { nullable: true }) external_key!: string | null;
  /** The number of the last request to send one of its messages by mail. */
  @Column('integer') outgoing_number!: number;
  /** Whom its mails were sent to beside the contact, in the order in which they were added. */
  @Column('jsonb') participants!: MailAddress[];

  @Column('timestamptz', { nullable: true }) closed_at!: Date | null;
  @Column('timestamptz', { nullable: true }) last_message_at!: Date | null;
  @Column('text', { nullable: true }) last_message_by!: AuthorType | null;
  @Column('integer') messages_count!: number;
  /** Time of the first message of the contact that no reply of a user followed. */
  @Column('timestamptz', { nullable: true }) waiting_since!: Date | null;
}
