import type { Connection } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('connection')
export class ConnectionRow extends TenantRow {
  @Column('text') name!: string;
  @Column('text') type!: Connection['type'];
  @Column('uuid', { nullable: true }) inbox_id!: string | null;
}
