import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('ticket_inbox')
export class InboxRow extends TenantRow {
  @Column('text')
  name!: string;
}
