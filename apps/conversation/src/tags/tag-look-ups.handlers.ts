import { Injectable } from '@nestjs/common';
import { lookUpTags, tagKey, type ParsedInput } from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { findTagKeys } from './tags.queries.ts';

@Injectable()
export class TagLookUps {
  constructor(private readonly db: Database) {}

  @Handles(lookUpTags)
  async lookUp(ctx: TenantContext, { names }: ParsedInput<typeof lookUpTags>) {
    const rows = await this.db.read(ctx).query(findTagKeys, [names.map(tagKey)]);
    return { keys: rows.map(({ name_key: key }) => key) };
  }
}
