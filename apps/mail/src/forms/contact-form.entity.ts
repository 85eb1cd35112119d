import { Column, Entity, TenantRow } from '@parley/persistence';

/** A contact form of a web site. */
@Entity('contact_form')
export class ContactFormRow extends TenantRow {
  @Column('text') name!: string;
  /** What names it in its URL. */
  @Column('text') key!: string;
  @Column('text', { array: true }) allowed_origins!: string[];
  @Column('text', { nullable: true }) redirect_url!: string | null;
  @Column('uuid', { nullable: true }) inbox_id!: string | null;
  @Column('uuid', { nullable: true }) mailbox_id!: string | null;
  @Column('text', { array: true }) tags!: string[];
  @Column('boolean') confirmation!: boolean;
}
