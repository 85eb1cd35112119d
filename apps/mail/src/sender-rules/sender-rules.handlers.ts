import { Injectable } from '@nestjs/common';
import {
  createSenderRule,
  deleteSenderRule,
  encodeId,
  getSenderRule,
  listSenderRules,
  notFound,
  uuidOf,
  type ParsedInput,
  type SenderRule,
} from '@parley/contracts';
import { readPage } from '@parley/lists';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { uuidOfNewRecord, versioned } from '@parley/runtime/records';
import { SenderRuleRow } from './sender-rule.entity.ts';
import { senderKey } from './sender-rule.rules.ts';
import { findSenderRule, senderRuleList } from './sender-rules.queries.ts';

@Injectable()
export class SenderRules {
  constructor(private readonly db: Database) {}

  @Handles(createSenderRule)
  async create(ctx: TenantContext, { body: { sender, action } }: ParsedInput<typeof createSenderRule>) {
    const row = {
      id: uuidOfNewRecord(ctx),
      ...{ sender, sender_key: senderKey(sender), action, origin: 'manual' as const },
    };
    return this.db.transaction(ctx, async (tx) =>
      toSenderRule(await tx.insert(SenderRuleRow, row, 'sender')),
    );
  }

  @Handles(listSenderRules)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listSenderRules>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), senderRuleList, query);
    return { ...page, items: rows.map(toSenderRule) };
  }

  @Handles(getSenderRule)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getSenderRule>) {
    const row = await this.db.read(ctx).one(findSenderRule, [uuidOf('sender_rule', params.sender_rule_id)]);
    if (row === undefined) throw notFound('sender_rule');
    return toSenderRule(row);
  }

  @Handles(deleteSenderRule)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteSenderRule>) {
    const id = uuidOf('sender_rule', params.sender_rule_id);
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(SenderRuleRow, id))) throw notFound('sender_rule');
    });
  }
}

const toSenderRule = (row: SenderRuleRow): SenderRule =>
  versioned(row.version, {
    id: encodeId('sender_rule', row.id),
    sender: row.sender,
    action: row.action,
    origin: row.origin,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
