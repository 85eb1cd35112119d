import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  search,
  SEARCH_TYPES,
  SearchType,
  hasRequiredScope,
  type ParsedInput,
  type Result,
  type SearchGroup,
} from '@parley/contracts';
import { logFieldsOf, remaining, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Handles, Rpc } from '@parley/rpc';

type Results = Result<typeof search>;

@Injectable()
export class Search {
  constructor(
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Handles(search)
  async run(ctx: TenantContext, { query }: ParsedInput<typeof search>) {
    const scopes = ctx.principal?.scopes ?? [];
    const wanted = (query.type ?? SearchType.options).map((type) => SEARCH_TYPES[type]);
    const permitted = wanted.filter(({ scope }) => hasRequiredScope(scopes, scope));
    // A service that has not answered by half of the time is left out.
    const asking = { ...ctx, deadline: Date.now() + remaining(ctx) / 2 };
    const input = { terms: query.q, limit: query.limit };
    const answers = await Promise.allSettled(
      permitted.map(async ({ group, call }) => ({ group, ...(await this.rpc.call(call, asking, input)) })),
    );
    const data: Results['data'] = { conversations: [], contacts: [], tickets: [] };
    const partial: SearchGroup[] = [];
    let total = 0;
    let relation: 'eq' | 'gte' = 'eq';
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'rejected') {
        if (!isUnavailable(answer.reason)) throw answer.reason;
        const { group } = permitted[index] as (typeof permitted)[number];
        partial.push(group);
        relation = 'gte';
        this.logger.warn(
          { event: 'search.group.failed', err: answer.reason as unknown, ...logFieldsOf(ctx), group },
          'not searched',
        );
        continue;
      }
      const { group, items, total_count: count, total_count_relation: counted } = answer.value;
      Object.assign(data, { [group]: items });
      total += count;
      if (counted === 'gte') relation = 'gte';
    }
    if (partial.length === permitted.length) throw new ApiError('service_unavailable');
    return { data, meta: { total_results: total, total_results_relation: relation, partial } };
  }
}

/** Whether a service could not answer now, or not in time. Anything else is a fault, and no fewer results. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'service_unavailable';
