import { eventsMigrations } from '@parley/events';
import type { ServiceDatabase } from '@parley/persistence';
import { JobResultRow, JobRow } from './jobs/job.entity.ts';
import { MacroRow } from './macros/macro.entity.ts';
import { NotificationRow } from './notifications/notification.entity.ts';
import { NotificationDeviceRow } from './notifications/push/device.entity.ts';
import { encryptedSubscriptions } from './notifications/push/push.queries.ts';
import { ViewRow } from './views/view.entity.ts';

export const automationDatabase: ServiceDatabase = {
  service: 'automation',
  entities: [JobResultRow, JobRow, MacroRow, NotificationDeviceRow, NotificationRow, ViewRow],
  encrypted: [encryptedSubscriptions],
  migrations: [eventsMigrations, { name: 'automation', folder: new URL('./migrations/', import.meta.url) }],
};
