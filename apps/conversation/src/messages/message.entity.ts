import type { AuthorType, MessageEmail, MessageType, StoredAttachment } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';
import type { StoredDelivery } from './delivery/delivery.rules.ts';

@Entity('message')
export class MessageRow extends TenantRow {
  @Column('uuid') conversation_id!: string;
  @Column('text') body!: string;
  /** What a mail repeats of earlier messages. */
  @Column('text', { nullable: true }) quoted_body!: string | null;
  @Column('text') type!: MessageType;
  @Column('text') author_type!: AuthorType;
  /** Uuid of the user or contact, depending on `author_type`. */
  @Column('uuid') author_id!: string;
  @Column('text', { nullable: true }) external_id!: string | null;
  /** The files attached to it, as of their last event. The file service owns them. */
  @Column('jsonb') attachments!: StoredAttachment[];
  @Column('uuid', { nullable: true }) mailbox_id!: string | null;
  @Column('uuid', { nullable: true }) connection_id!: string | null;
  /** Id of the message in the channel of its connection. */
  @Column('text', { nullable: true }) external_key!: string | null;
  @Column('jsonb', { nullable: true }) email!: MessageEmail | null;
  /** No list and no event has it. */
  @Column('text', { nullable: true }) html!: string | null;
  /** When the contact sent it, if its connector or the mail told. */
  @Column('timestamptz', { nullable: true }) sent_at!: Date | null;
  /** Null if it is recorded, not sent. */
  @Column('jsonb', { nullable: true }) delivery!: StoredDelivery | null;
  /** The number of the last request to send it by mail: what becomes of an earlier one changes nothing. */
  @Column('integer', { nullable: true }) outgoing_number!: number | null;
  /** The conversation that it was in when this was merged into another one. */
  @Column('uuid', { nullable: true }) merged_from!: string | null;
  /** When `body` was replaced by another text, and by which user. */
  @Column('timestamptz', { nullable: true }) edited_at!: Date | null;
  @Column('uuid', { nullable: true }) edited_by!: string | null;
  /** When `body` was replaced by an empty text and `attachments` by an empty list. */
  @Column('timestamptz', { nullable: true }) redacted_at!: Date | null;
  @Column('uuid', { nullable: true }) redacted_by!: string | null;
  /** Users whom a note mentions. */
  @Column('uuid', { array: true }) mentions!: string[];
}

/** What a message has of changes when it is new. */
export const UNCHANGED = { edited_at: null, edited_by: null, redacted_at: null, redacted_by: null } as const;
