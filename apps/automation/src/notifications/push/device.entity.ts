import { Column, Entity, TenantRow } from '@parley/persistence';

@Entity('notification_device')
export class NotificationDeviceRow extends TenantRow {
  @Column('uuid') user_id!: string;
  @Column('text', { nullable: true }) name!: string | null;
  /** Host of its endpoint. */
  @Column('text') push_service!: string;
}
