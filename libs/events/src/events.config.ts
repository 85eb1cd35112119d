import { Config, duration, setting } from '@parley/runtime/config';

export class EventsConfig extends Config({
  DEAD_LETTER_RETENTION: setting(
    'How long an event that a subscriber failed to process is kept to be replayed',
    duration.refine((ms) => ms >= 3_600_000, 'must be at least 1h'),
    '30d',
  ),
}) {}
