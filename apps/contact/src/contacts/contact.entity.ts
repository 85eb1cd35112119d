import type { CustomFields } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('contact')
export class ContactRow extends TenantRow {
  @Column('text', { nullable: true }) email!: string | null;
  @Column('text', { nullable: true }) email_key!: string | null;
  @Column('text', { nullable: true }) name!: string | null;
  @Column('text', { nullable: true }) phone!: string | null;
  @Column('text', { nullable: true }) phone_e164!: string | null;
  @Column('text', { nullable: true }) phone_digits!: string | null;
  @Column('text', { nullable: true }) phone_national!: string | null;
  @Column('text', { nullable: true }) company!: string | null;
  @Column('text', { nullable: true }) external_id!: string | null;
  @Column('jsonb') custom_fields!: CustomFields;
}
