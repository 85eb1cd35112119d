import type { Draft } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('draft')
export class DraftRow extends TenantRow {
  @Column('uuid') conversation_id!: string;
  @Column('uuid') user_id!: string;
  @Column('text') type!: Draft['type'];
  @Column('text') body!: string;
  @Column('jsonb', { nullable: true }) email!: Draft['email'];
  /** Ids of files, as the API shows them. */
  @Column('text', { array: true }) attachments!: Draft['attachments'];
}
