import { Injectable } from '@nestjs/common';
import {
  createSuppression,
  deleteSuppression,
  encodeId,
  getSuppression,
  listSuppressions,
  notFound,
  uuidOf,
  type ParsedInput,
  type Suppression,
} from '@parley/contracts';
import { anyWord, defineList, equals, readPage } from '@parley/lists';
import { Database, Selection, systemStatement, tenantStatement } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { Every } from '@parley/runtime/scheduling';
import { addressKey } from '@parley/mail-text';
import { SuppressionRow } from './suppression.entity.ts';

const SUPPRESSIONS = Selection.of(SuppressionRow);

const findSuppression = tenantStatement<SuppressionRow>(
  'suppression.find_one',
  `${SUPPRESSIONS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

const suppressionList = defineList<SuppressionRow>({
  name: 'suppression.list',
  rows: SUPPRESSIONS,
  sorts: { created_at: 'created_at' },
  filters: {
    reason: anyWord('reason'),
    address: equals('address_key', (address: string) => addressKey(address)),
  },
});

const deleteExpired = systemStatement<never>(
  'suppression.delete_expired',
  'those of all tenants expire',
  'delete from suppression where expires_at <= now()',
);

@Injectable()
export class Suppressions {
  constructor(private readonly db: Database) {}

  @Handles(createSuppression)
  async create(ctx: TenantContext, { body: { address } }: ParsedInput<typeof createSuppression>) {
    const row = {
      id: uuidOfNewRecord(ctx),
      address,
      address_key: addressKey(address),
      reason: 'manual' as const,
      expires_at: null,
    };
    return this.db.transaction(ctx, async (tx) =>
      toSuppression(await tx.insert(SuppressionRow, row, 'address')),
    );
  }

  @Handles(listSuppressions)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listSuppressions>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), suppressionList, query);
    return { ...page, items: rows.map(toSuppression) };
  }

  @Handles(getSuppression)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getSuppression>) {
    const values = [uuidOf('suppression', params.suppression_id)];
    const row = await this.db.read(ctx).one(findSuppression, values);
    if (row === undefined) throw notFound('suppression');
    return toSuppression(row);
  }

  @Handles(deleteSuppression)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteSuppression>) {
    const id = uuidOf('suppression', params.suppression_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(SuppressionRow, id))) throw notFound('suppression');
    });
  }

  @Every('1h', 'mail.suppressions.expire', { atStart: true })
  async expire(): Promise<void> {
    await this.db.system(deleteExpired);
  }
}

function toSuppression(row: SuppressionRow): Suppression {
  return versioned(row.version, {
    id: encodeId('suppression', row.id),
    address: row.address,
    reason: row.reason,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
