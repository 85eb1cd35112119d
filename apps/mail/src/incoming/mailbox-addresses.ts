import { Injectable } from '@nestjs/common';
import type { Mode } from '@parley/contracts';
import { mailboxKey } from '@parley/mail-text';
import { Database, systemStatement } from '@parley/persistence';
import type { Destination } from './destination.ts';

const findAddress = systemStatement<{ workspace_id: string; mode: Mode; mailbox_id: string }>(
  'mailbox_address.find',
  'the recipient of a mail that arrives is all that is known of its tenant',
  'select workspace_id, mode, mailbox_id from mailbox_address where key = $1',
);

/** The mailboxes of the installation by their addresses. */
@Injectable()
export class MailboxAddresses {
  constructor(private readonly db: Database) {}

  /** The mailbox that receives for an address, whatever subaddress it has (RFC 5233). A sandbox receives nothing. */
  async find(address: string): Promise<Destination | null> {
    const [found] = await this.db.system(findAddress, [mailboxKey(address)]);
    if (found === undefined) return null;
    return { workspaceId: found.workspace_id, mode: found.mode, mailboxId: found.mailbox_id };
  }
}
