import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { TenantDatabase, type Statement } from '@parley/persistence';
import { listCases, newTenant, Plans } from '@parley/testing';
import { readPage } from '@parley/lists';
import { FileService } from '../file-service.fixture.ts';
import { claimRemovedObjects } from '../storage/removed-objects.ts';
import { findExpired, sumStoredBytes } from '../uploads/uploads.queries.ts';
import * as queries from './files.queries.ts';

const FILES = 8_000;
const ctx = newTenant();
const [file, message, conversation] = [newUuid(), newUuid(), newUuid()];

/** Files of one tenant, ten of them of one message and 500 of one conversation; some are to be swept. */
const INSERT = `
  insert into file.file (workspace_id, mode, id, version, name, size, mime_type, sha256, status,
    expires_at, created_at, updated_at)
  select $1, 'live', case n when 1 then $2::uuid else gen_random_uuid() end, 1, 'a.txt', 10, 'text/plain', '',
    case when n % 100 = 0 then 'staged' else 'available' end,
    case when n % 100 = 0 then now() + make_interval(secs => n - 200) end, now(), now()
  from generate_series(1, $3::int) n`;

const INSERT_ATTACHMENTS = `
  insert into file.attachment (workspace_id, mode, id, file_id, message_id, conversation_id, expires_at)
  select workspace_id, mode, gen_random_uuid(), id,
    case when n <= 10 then $2::uuid else gen_random_uuid() end,
    case when n <= 500 then $3::uuid else gen_random_uuid() end,
    case when n % 100 = 1 then now() + make_interval(secs => n - 200) end
  from (select *, row_number() over (order by id <> $4, id) as n from file.file where workspace_id = $1
         and status = 'available') numbered`;

const INSERT_REMOVED = `
  insert into file.removed_object (workspace_id, mode, file_id, due_at)
  select $1, 'live', gen_random_uuid(), now() + make_interval(secs => n) from generate_series(-20, 5000) n`;
const service = await FileService.open();
const workspace = uuidOf('workspace', ctx.tenant.workspaceId);
await service.database.query(INSERT, [workspace, file, FILES]);
await service.database.query(INSERT_ATTACHMENTS, [workspace, message, conversation, file]);
await service.database.query(INSERT_REMOVED, [workspace]);
const plans = await Plans.open(service.database, 'file');
for (const table of ['file', 'attachment', 'removed_object', 'row_count']) await plans.settle(table);
afterAll(async () => {
  await plans.close();
  await service.close();
});

const OF_TENANT: readonly [Statement<unknown, 'tenant' | 'workspace'>, readonly unknown[]][] = [
  [queries.findFile, [file]],
  [queries.findReadableFile, [file]],
  [queries.findSource, [file]],
  [queries.findFileForUpdate, [file]],
  [queries.lockStagedFiles, [[file]]],
  [queries.lockAttachable, [[file]]],
  [queries.findAttachedTo, [message, [file]]],
  [queries.findAttached, [[file]]],
  [queries.lockFiles, [[file]]],
  [queries.findUndecidedFiles, [[file]]],
  [queries.confirmAttachments, [[message]]],
  [queries.removeAttachmentsOfMessages, [[message]]],
  [queries.removeAttachmentsOfConversation, [conversation]],
  [sumStoredBytes, []],
];

it.each(OF_TENANT.map(([statement, values]) => [statement.name, statement, values] as const))(
  '%s reads the rows that it returns',
  async (_, statement, values) => {
    await new TenantDatabase(ctx, plans.execute).query(statement, values);
    expect(plans.excess({ passed: 20, sorted: 500 })).toEqual([]);
  },
);

it.each(
  listCases(
    queries.fileList,
    {
      folder: ['none', 'invoices', 'nowhere'],
      name: ['A.', 'rare'],
      mime_type: ['text/plain', 'image/png', 'text/*'],
      created_after: [new Date('2026-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
      created_before: [new Date('2030-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z')],
    },
    { status: 'available' },
  ),
)('%s use no sequential scan and read few rows beyond those they return', async (_, { list, query }) => {
  await readPage<unknown>(new TenantDatabase(ctx, plans.execute), list, query);
  expect(plans.excess({ passed: FILES, skipped: 2 * FILES, sorted: 1_000 })).toEqual([]);
});

it.each([findExpired, claimRemovedObjects].map((statement) => [statement.name, statement] as const))(
  '%s reads what is due alone',
  async (_, { name, text }) => {
    await plans.execute(name, text, []);
    expect(plans.excess({ passed: 20, sorted: 100 })).toEqual([]);
  },
);
