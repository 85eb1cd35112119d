import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { newUuid } from '@parley/runtime/records';
import { TenantDatabase, type Statement } from '@parley/persistence';
import { newTenant, Plans } from '@parley/testing';
import { FileService } from '../file-service.fixture.ts';
import { claimRemovedObjects } from '../storage/removed-objects.ts';
import { findExpiredFiles, sumStoredBytes } from '../uploads/uploads.queries.ts';
import * as queries from './files.queries.ts';

const FILES = 8_000;
const ctx = newTenant();
const [file, message, conversation] = [newUuid(), newUuid(), newUuid()];

/** Files of one tenant, each of ten of a message and all attached ones of a hundred conversations; some are to be swept. */
const INSERT = `
  insert into file.file (workspace_id, mode, id, version, name, size, mime_type, sha256, status, message_id, conversation_id,
    expires_at, created_at, updated_at)
  select $1, 'live', case n when 1 then $2::uuid else gen_random_uuid() end, 1, 'a.txt', 10, 'text/plain', '',
    case when n % 100 = 0 then 'staged' else 'available' end,
    case when n <= 10 then $3::uuid when n % 100 > 0 then gen_random_uuid() end,
    case when n <= 500 then $4::uuid when n % 100 > 0 then gen_random_uuid() end,
    case when n % 100 = 0 then now() + make_interval(secs => n - 200) end, now(), now()
  from generate_series(1, $5::int) n`;

const INSERT_REMOVED = `
  insert into file.removed_object (workspace_id, mode, file_id, due_at)
  select $1, 'live', gen_random_uuid(), now() + make_interval(secs => n) from generate_series(-20, 5000) n`;
const service = await FileService.open();
const workspace = uuidOf('workspace', ctx.tenant.workspaceId);
await service.database.query(INSERT, [workspace, file, message, conversation, FILES]);
await service.database.query(INSERT_REMOVED, [workspace]);
const plans = await Plans.open(service.database, 'file');
for (const table of ['file', 'removed_object', 'row_count']) await plans.settle(table);
afterAll(async () => {
  await plans.close();
  await service.close();
});

const OF_TENANT: readonly [Statement<unknown, 'tenant' | 'workspace'>, readonly unknown[]][] = [
  [queries.findFile, [file]],
  [queries.findFileForUpdate, [file]],
  [queries.lockStagedFiles, [[file]]],
  [queries.lockAttachableFiles, [[file], conversation, message]],
  [queries.findUndecidedFiles, [[file]]],
  [queries.lockUnconfirmedFiles, [[message]]],
  [queries.lockFilesOfMessages, [[message]]],
  [queries.lockFilesOfConversation, [conversation]],
  [sumStoredBytes, []],
];

it.each(OF_TENANT.map(([statement, values]) => [statement.name, statement, values] as const))(
  '%s reads the rows that it returns',
  async (_, statement, values) => {
    await new TenantDatabase(ctx, plans.execute).query(statement, values);
    expect(plans.excess({ passed: 20, sorted: 500 })).toEqual([]);
  },
);

it.each([findExpiredFiles, claimRemovedObjects].map((statement) => [statement.name, statement] as const))(
  '%s reads what is due alone',
  async (_, { name, text }) => {
    await plans.execute(name, text, []);
    expect(plans.excess({ passed: 20, sorted: 100 })).toEqual([]);
  },
);
