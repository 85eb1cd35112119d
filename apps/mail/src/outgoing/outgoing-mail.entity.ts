import type { DeliveryError, MessageDelivery, MessageDeliveryStatus } from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

export type Recipient = MessageDelivery['recipients'][number];

/** A message on its way by mail. A message that is sent again has another one. */
@Entity('outgoing_mail')
export class OutgoingMailRow extends TenantRow {
  @Column('text') kind!: 'message' | 'acknowledgement';
  @Column('uuid') mailbox_id!: string;
  @Column('uuid') conversation_id!: string;
  /** The message that it is or, for an acknowledgement, that it answers. */
  @Column('uuid') message_id!: string;
  @Column('integer') number!: number;
  @Column('text') status!: MessageDeliveryStatus;
  @Column('timestamptz', { nullable: true }) due_at!: Date | null;
  @Column('boolean') is_blocked!: boolean;
  @Column('uuid', { nullable: true }) lease_token!: string | null;
  @Column('uuid', { nullable: true }) dispatcher_id!: string | null;
  @Column('timestamptz', { nullable: true }) handed_over_at!: Date | null;
  @Column('integer') attempts!: number;
  /** Whether it was sent once more because its outcome was unknown. */
  @Column('boolean') is_repeated!: boolean;
  @Column('timestamptz') expires_at!: Date;
  @Column('jsonb', { nullable: true }) error!: DeliveryError | null;
  @Column('jsonb') recipients!: Recipient[];
  /** Whether its message was redacted. */
  @Column('boolean') is_erased!: boolean;
  /** The Message-ID (RFC 5322 section 3.6.4), with its brackets; null without a mailbox. */
  @Column('text', { nullable: true }) mail_id!: string | null;
  /** The Message-ID of the mail that an acknowledgement answers. */
  @Column('text', { nullable: true }) in_reply_to!: string | null;
  /** The address in MAIL FROM; empty for the null reverse-path. */
  @Column('text', { nullable: true }) sender!: string | null;
  /** Recipients whom no header names, once it is composed. */
  @Column('text', { array: true }) blind!: string[];
  /** The file with the composed bytes; null until it is composed. */
  @Column('uuid', { nullable: true }) source_file_id!: string | null;
  @Column('integer', { nullable: true }) size!: number | null;
}

/** What a mail has that waits for its first attempt. */
export const NOT_TRIED = {
  ...{ status: 'queued' as const, is_blocked: false, attempts: 0, is_repeated: false, is_erased: false },
  ...{ lease_token: null, dispatcher_id: null, handed_over_at: null, error: null },
  ...{ sender: null, blind: [], source_file_id: null, size: null },
};
