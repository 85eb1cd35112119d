import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceIn } from '../rolling/next-release.ts';
import { buildChanged, type Release } from '../rolling/releases.ts';
import type { Promised } from './violations.ts';

/** Where the subscriber of the harness records each of its effects: a row per run, with no key that would refuse a second. */
export const EFFECTS = 'conversation.fault_effect';

/** A protection that a build lacks, so that a case shows what it is for. */
export interface Mutation {
  readonly what: string;
  /** The cases that must fail without it. */
  readonly cases: readonly string[];
  /** What they must find: another failure would say nothing about the protection. */
  readonly violates: Promised;
  readonly change: (folder: string) => Promise<void>;
}

const events = (folder: string, file: string) => join(folder, 'libs/events/src', file);

/** The text that is replaced is checked: a change of the code is noticed. */
export const MUTATIONS: readonly Mutation[] = [
  {
    what: 'inbox',
    cases: ['acknowledgement-lost'],
    violates: 'repeated effect',
    change: (folder) =>
      replaceIn(events(folder, 'consumer.ts'), [
        'const left = new Set(taken.map(({ message_id: id }) => id));',
        'const left = new Set(ids);',
      ]),
  },
  {
    what: 'shard leases',
    cases: ['relay-frozen'],
    violates: 'case',
    change: (folder) =>
      replaceIn(
        events(folder, 'migrations/lease-shards.sql'),
        // Every relay believes that it alone is there, and that no shard is taken.
        ['  select count(*) into live from outbox_relay;', '  live := 1;'],
        [
          'where relay_id is null or (relay_id <> relay and expires_at <= clock_timestamp())',
          'where relay_id is distinct from relay',
        ],
        ['set relay_id = relay, token = token + 1, expires_at', 'set relay_id = relay, expires_at'],
      ),
  },
  {
    what: 'wait for confirms',
    cases: ['broker-killed'],
    violates: 'lost',
    change: (folder) =>
      replaceIn(join(folder, 'sdks/bus/src/amqp/confirmed-sender.ts'), [
        'withTimeout(confirmed, this.timeoutMs',
        'withTimeout(Promise.race([confirmed, Promise.resolve()]), this.timeoutMs',
      ]),
  },
];

/** This checkout with a subscriber that records its effects, and possibly with another change. */
export function buildForFaults(change?: Mutation['change']): Promise<Release> {
  return buildChanged(async (folder) => {
    await addEffects(folder);
    await change?.(folder);
  });
}

/** Changes a copy of the sources; the migration job of the copy creates the table. */
export async function addEffects(folder: string): Promise<void> {
  const source = join(folder, 'apps/conversation/src');
  const [, table = ''] = EFFECTS.split('.');
  await writeFile(
    join(source, 'migrations/9100-fault-effect.sql'),
    `create table ${table} (
  position bigint generated always as identity,
  workspace_id uuid not null, mode text not null,
  event text not null, ticket text not null, subject text not null, at timestamptz not null default clock_timestamp());\n`,
  );
  await mkdir(join(source, 'fault-effects'));
  await writeFile(
    join(source, 'fault-effects/fault-effects.subscribers.ts'),
    `import { Injectable } from '@nestjs/common';
import { ticketCreated, ticketUpdated, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { tenantStatement, type Transaction } from '@parley/persistence';

const add = tenantStatement(
  'fault_effect.add',
  'insert into ${table} (workspace_id, mode, event, ticket, subject) values ($1, $2, $3, $4, $5)',
);

@Injectable()
export class FaultEffectSubscribers {
  @On([ticketCreated, ticketUpdated])
  async recordEffectWhenTicketChanges(
    { id, data }: EventOf<typeof ticketCreated | typeof ticketUpdated>,
    tx: Transaction,
  ): Promise<void> {
    await tx.query(add, [id, data.id, data.subject]);
  }
}
`,
  );
  await replaceIn(
    join(source, 'conversation.module.ts'),
    [
      "import { Tags } from './tags/tags.handlers.ts';",
      "import { FaultEffectSubscribers } from './fault-effects/fault-effects.subscribers.ts';\nimport { Tags } from './tags/tags.handlers.ts';",
    ],
    ['    RetiredTags,\n', '    RetiredTags,\n    FaultEffectSubscribers,\n'],
  );
}
