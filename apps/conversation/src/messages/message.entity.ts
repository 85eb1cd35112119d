import type { AuthorType, MessageType } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('message')
export class MessageRow extends TenantRow {
  @Column('uuid')
  conversation_id!: string;

  @Column('text')
  body!: string;

  @Column('text')
  type!: MessageType;

  @Column('text')
  author_type!: AuthorType;

  /** Of the user or of the contact. */
  @Column('uuid')
  author_id!: string;
}
