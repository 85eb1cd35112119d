import { Inject, Injectable } from '@nestjs/common';
import { listCreatedWebhooks, type Id } from '@parley/contracts';
import { type Context } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { Rpc } from '@parley/rpc';

/** The webhooks that credentials created, for those who are about to end one. */
@Injectable()
export class CreatedWebhooks {
  constructor(
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `null` if the webhook service does not answer: a credential can be ended all the same. */
  async of(ctx: Context, workspaceId: Id<'workspace'>, credentialIds: readonly string[]) {
    try {
      const input = { workspaceId, credentialIds: [...credentialIds] };
      return (await this.rpc.call(listCreatedWebhooks, ctx, input)).webhooks;
    } catch (error) {
      this.logger.warn({ event: 'credential.webhooks.unknown', err: error }, 'Cannot list webhooks');
      return null;
    }
  }
}
