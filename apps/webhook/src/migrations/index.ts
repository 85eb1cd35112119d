import { EventsMigration } from '@parley/events';
import { Webhook1700000001000 } from './1700000001000-webhook.ts';
import { Claim1700000002000 } from './1700000002000-claim.ts';
import { Partitions1700000008001 } from './1700000008001-partitions.ts';
import { Claim1700000008002 } from './1700000008002-claim.ts';
import { ServerClock1700000009001 } from './1700000009001-server-clock.ts';
import { Batches1700000009002 } from './1700000009002-batches.ts';
import { Pauses1700000009003 } from './1700000009003-pauses.ts';

export const webhookMigrations = [
  EventsMigration,
  Webhook1700000001000,
  Claim1700000002000,
  Partitions1700000008001,
  Claim1700000008002,
  ServerClock1700000009001,
  Batches1700000009002,
  Pauses1700000009003,
];
