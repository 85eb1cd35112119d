import type { AuthorType, MessageDelivery, MessageType, StoredAttachment } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('message')
export class MessageRow extends TenantRow {
  @Column('uuid') conversation_id!: string;
  @Column('text') body!: string;
  @Column('text') type!: MessageType;
  @Column('text') author_type!: AuthorType;
  /** Uuid of the user or contact, depending on `author_type`. */
  @Column('uuid') author_id!: string;
  @Column('text', { nullable: true }) external_id!: string | null;
  /** The files attached to it, as of their last event. The file service owns them. */
  @Column('jsonb') attachments!: StoredAttachment[];
  /** Null if it is recorded, not sent. */
  @Column('jsonb', { nullable: true }) delivery!: MessageDelivery | null;
  /** When `body` was replaced by an empty text and `attachments` by an empty list. */
  @Column('timestamptz', { nullable: true }) redacted_at!: Date | null;
}
