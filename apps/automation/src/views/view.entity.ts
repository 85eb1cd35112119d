import type { View } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('view')
export class ViewRow extends TenantRow {
  @Column('text') name!: string;
  @Column('text') resource!: View['resource'];
  @Column('jsonb') filter!: View['filter'];
  @Column('text') sort!: View['sort'];
  @Column('text') direction!: View['order'];
  @Column('text') visibility!: View['visibility'];
  @Column('uuid', { nullable: true }) team_id!: string | null;
  @Column('uuid') owner_id!: string;
}
