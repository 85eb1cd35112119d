import { EventsMigration } from '@parley/events';
import { Webhook1700000001000 } from './1700000001000-webhook.ts';
import { Deliveries1700000002000 } from './1700000002000-deliveries.ts';
import { Claim1700000003000 } from './1700000003000-claim.ts';
import { Stops1700000004000 } from './1700000004000-stops.ts';

export const webhookMigrations = [
  EventsMigration,
  Webhook1700000001000,
  Deliveries1700000002000,
  Claim1700000003000,
  Stops1700000004000,
];
