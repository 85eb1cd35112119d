import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the subscriber of the next release records what it has done, in the schema of the conversation service. */
export const REVIEW_TABLE = 'conversation.ticket_review';

/**
 * Changes a copy of the sources as a next release would: every table has one more column, tickets have one more field with
 * an index and a back-fill, there is one more event with a subscriber in another service, and the class of a subscriber
 * has another name.
 */
export async function changeToNextRelease(folder: string): Promise<void> {
  await addColumns(folder);
  await addField(folder);
  await addEvent(folder);
  await renameSubscribers(folder);
}

/** One file per table: the locks of a file are held until its end. */
async function addColumns(folder: string): Promise<void> {
  const libraries = ['persistence', 'events', 'projections'].map((name) => join(folder, 'libs', name));
  const ofLibraries = (await Promise.all(libraries.map(tablesOf))).flat();
  for (const service of ['identity', 'contact', 'conversation', 'ticket', 'file', 'webhook']) {
    const app = join(folder, 'apps', service);
    for (const table of [...new Set([...(await tablesOf(app)), ...ofLibraries])])
      await writeFile(
        join(app, 'src/migrations', `9001-${table}.sql`),
        `alter table if exists ${table} add column next_release text;\n`,
      );
  }
}

async function tablesOf(folder: string): Promise<string[]> {
  const migrations = join(folder, 'src/migrations');
  const files = (await readdir(migrations)).filter((file) => /^\d+-.*\.sql$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(migrations, file), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => table ?? ''),
  );
}

async function addField(folder: string): Promise<void> {
  const migrations = join(folder, 'apps/ticket/src/migrations');
  await writeFile(join(migrations, '9002-reference.sql'), 'alter table ticket add column reference text;\n');
  await writeFile(
    join(migrations, '9003-reference.sql'),
    `-- migration: outside-transaction
create index concurrently ticket_of_reference on ticket (workspace_id, mode, reference) where reference is not null;
`,
  );
  await writeFile(
    join(migrations, '9004-reference.sql'),
    `-- migration: in-batches
update ticket set reference = id::text where (workspace_id, mode, id) in (
  select workspace_id, mode, id from ticket where reference is null limit 50);
`,
  );
  const tickets = join(folder, 'apps/ticket/src/tickets');
  const contracts = join(folder, 'libs/contracts/src/ticket');
  await replaceIn(join(contracts, 'ticket.schema.ts'), [
    '  priority: Priority,\n  inbox_id',
    "  reference: text(255).nullable().meta({ description: 'Reference' }),\n  priority: Priority,\n  inbox_id",
  ]);
  await replaceIn(join(contracts, 'ticket.operations.ts'), [
    "  external_id: newExternalId('ticket'),",
    "  external_id: newExternalId('ticket'),\n  reference: writable.reference.default(null),",
  ]);
  await replaceIn(join(tickets, 'ticket.entity.ts'), [
    "  @Column('text') subject!: string;",
    "  @Column('text') subject!: string;\n  @Column('text', { nullable: true }) reference!: string | null;",
  ]);
  await replaceIn(join(tickets, 'ticket.serializer.ts'), [
    '    external_id: row.external_id,',
    '    external_id: row.external_id,\n    reference: row.reference,',
  ]);
}

async function addEvent(folder: string): Promise<void> {
  await replaceIn(join(folder, 'libs/contracts/src/ticket/ticket.events.ts'), [
    'export const ticketAssigned =',
    "export const ticketReviewed = ticketEvent('ticket.reviewed', 'A ticket was reviewed');\nexport const ticketAssigned =",
  ]);
  await replaceIn(
    join(folder, 'apps/ticket/src/tickets/tickets.handlers.ts'),
    ['  ticketDeleted,', '  ticketDeleted,\n  ticketReviewed,'],
    [
      '      tx.emit(ticketCreated, ticket);',
      '      tx.emit(ticketCreated, ticket);\n      tx.emit(ticketReviewed, ticket);',
    ],
  );
  const conversation = join(folder, 'apps/conversation/src');
  const [, table = ''] = REVIEW_TABLE.split('.');
  await writeFile(
    join(conversation, 'migrations/9005-review.sql'),
    `create table ${table} (workspace_id uuid not null, mode text not null, ticket_id text not null);\n`,
  );
  await mkdir(join(conversation, 'reviews'));
  await writeFile(
    join(conversation, 'reviews/reviews.subscribers.ts'),
    `import { Injectable } from '@nestjs/common';
import { ticketReviewed, type EventOf } from '@parley/contracts';
import { On } from '@parley/events';
import { tenantStatement, type Transaction } from '@parley/persistence';

const addReview = tenantStatement('review.add', 'insert into ${table} (workspace_id, mode, ticket_id) values ($1, $2, $3)');

@Injectable()
export class ReviewSubscribers {
  @On(ticketReviewed)
  async recordReviewWhenTicketIsReviewed({ data }: EventOf<typeof ticketReviewed>, tx: Transaction): Promise<void> {
    await tx.query(addReview, [data.id]);
  }
}
`,
  );
  await replaceIn(
    join(conversation, 'conversation.module.ts'),
    [
      "import { Tags } from './tags/tags.handlers.ts';",
      "import { ReviewSubscribers } from './reviews/reviews.subscribers.ts';\nimport { Tags } from './tags/tags.handlers.ts';",
    ],
    ['    RetiredTags,\n', '    RetiredTags,\n    ReviewSubscribers,\n'],
  );
}

/** Events that one release has processed are not processed again by the other. */
async function renameSubscribers(folder: string): Promise<void> {
  const conversation = join(folder, 'apps/conversation/src');
  for (const file of ['conversation.module.ts', 'tags/tags.subscribers.ts'])
    await replaceIn(join(conversation, file), ['TagSubscribers', 'TagUseSubscribers']);
}

/** Replaces text in a file; throws if it is not there, so that a change of the code is noticed. */
export async function replaceIn(file: string, ...changes: readonly [string, string][]): Promise<void> {
  let text = await readFile(file, 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    text = text.replaceAll(from, to);
  }
  await writeFile(file, text);
}
