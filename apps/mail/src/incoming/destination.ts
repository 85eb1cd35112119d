import type { Mode } from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';

/** The mailbox that a mail is for. */
export interface Destination {
  readonly workspaceId: string;
  readonly mode: Mode;
  readonly mailboxId: string;
}

/** A context of this process in the tenant of a mailbox. */
export function contextOf({ workspaceId, mode }: Destination, timeoutMs: number): TenantContext {
  return contextOfRow({ workspace_id: workspaceId, mode }, timeoutMs);
}
