import { Injectable } from '@nestjs/common';
import { lookUpWorkspace } from '@parley/contracts';
import { NO_PHONE, phoneKeys, type PhoneKeys } from '@parley/lists';
import { Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';

/** Reads phone numbers as the workspace dials them. */
@Injectable()
export class PhoneNumbers {
  constructor(private readonly rpc: Rpc) {}

  /** Asks for the country of the workspace if the number is a national one. */
  async keysOf(ctx: TenantContext, phone: string | null | undefined): Promise<PhoneKeys> {
    if (phone == null) return NO_PHONE;
    const keys = phoneKeys(phone, null);
    if (keys.phone_e164 !== null || keys.phone_digits === null) return keys;
    const { workspaceId } = ctx.tenant;
    const workspace = await this.rpc.call(lookUpWorkspace, ctx, { workspaceId });
    return phoneKeys(phone, workspace?.country ?? null);
  }
}
