import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('inbox')
export class InboxRow extends TenantRow {
  @Column('text') name!: string;
  @Column('uuid', { nullable: true }) team_id!: string | null;
}
