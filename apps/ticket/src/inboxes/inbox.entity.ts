import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('inbox')
export class InboxRow extends TenantRow {
  @Column('text') name!: string;
}
