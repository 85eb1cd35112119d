import type { Mailbox, MailboxStatus, Transport } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';
import type { ImportColumns } from './import.rules.ts';
import type { StoredReceiving } from './receiving.rules.ts';

@Entity('mailbox')
export class MailboxRow extends TenantRow {
  @Column('text') name!: string;
  @Column('uuid', { nullable: true }) inbox_id!: string | null;
  @Column('text') address!: string;
  @Column('text', { array: true }) aliases!: string[];
  @Column('text', { nullable: true }) from_name!: string | null;
  @Column('text', { nullable: true }) signature!: string | null;
  @Column('integer') send_delay!: number;
  @Column('text') on_unknown!: Mailbox['on_unknown'];
  @Column('boolean') subaddressing!: boolean;
  @Column('integer') per_minute!: number;
  @Column('integer', { nullable: true }) per_day!: number | null;
  @Column('integer') concurrency!: number;
  @Column('jsonb') acknowledgement!: Mailbox['acknowledgement'];
  @Column('jsonb') transport!: Transport;
  /** {@link Secrets} as JSON, encrypted. */
  @Column('bytea', { nullable: true }) encrypted_secrets!: Buffer | null;
  @Column('integer') transport_version!: number;
  @Column('text', { nullable: true }) authserv_id!: string | null;
  @Column('jsonb', { nullable: true }) receiving!: StoredReceiving | null;
  /** {@link ReceivingSecret} as JSON, encrypted. */
  @Column('bytea', { nullable: true }) encrypted_receiving_secret!: Buffer | null;
  @Column('text') status!: MailboxStatus;
  @Column('jsonb', { nullable: true }) status_reason!: Mailbox['status_reason'];
}

/** A mailbox with what its sending, receiving and import change all the time. */
export interface MailboxWithActivity extends MailboxRow, ImportColumns {
  last_sent_at: Date | null;
  last_received_at: Date | null;
}
