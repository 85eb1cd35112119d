import type {
  IncomingMail,
  MailAddress,
  MailAuthentication,
  IncomingMailStatus,
  IncomingMailType,
} from '@parley/contracts';
import { Column, Entity, TenantRow } from '@parley/persistence';

/** Why a mail is held back, is no message, or could not be read. */
export interface Reason {
  readonly code: string;
  readonly message: string;
}

/** How a mail came, which its headers do not tell. */
export interface Envelope {
  /** The reverse path (RFC 5321 section 4.1.1.2); empty for a report, null where the transport does not tell it. */
  readonly from: string | null;
  /** The addresses that it was delivered to. */
  readonly to: readonly string[];
  /** The server that sent it, if it came from there directly. */
  readonly client: { readonly ip: string; readonly name: string } | null;
}

/** A mail that arrived at a mailbox. */
@Entity('incoming_mail')
export class IncomingMailRow extends TenantRow {
  @Column('uuid') mailbox_id!: string;
  @Column('text') status!: IncomingMailStatus;
  @Column('jsonb', { nullable: true }) reason!: Reason | null;
  @Column('timestamptz') due_at!: Date;
  @Column('integer') attempts!: number;
  /** Whether a user has released it from quarantine. */
  @Column('boolean') is_released!: boolean;
  @Column('text', { nullable: true }) transport_key!: string | null;
  @Column('bytea', { nullable: true }) content_key!: Buffer | null;
  @Column('text', { nullable: true }) sender_key!: string | null;
  /** The hash of the text alone, by which floods are counted; null without a text. */
  @Column('bytea', { nullable: true }) body_hash!: Buffer | null;
  /** The hash of all that the mail shows and of what decides where it goes; null of mails that were read before migration 0017. */
  @Column('bytea', { nullable: true }) shown_hash!: Buffer | null;
  @Column('jsonb') envelope!: Envelope;
  /** Null until it was read, as what follows. */
  @Column('text', { nullable: true }) type!: IncomingMailType | null;
  @Column('jsonb', { nullable: true }) sender!: MailAddress | null;
  @Column('text', { nullable: true }) subject!: string | null;
  @Column('jsonb', { nullable: true }) authentication!: MailAuthentication | null;
  /** What became of its acknowledgement; null if none was due. */
  @Column('jsonb', { nullable: true }) acknowledgement!: IncomingMail['acknowledgement'];
  /** The file with its bytes, if they were stored. */
  @Column('uuid') source_file_id!: string;
  /** False of a mail that stays at its server. */
  @Column('boolean') has_source!: boolean;
  @Column('integer') size!: number;
  /** Whether its content is gone. */
  @Column('boolean') is_forgotten!: boolean;
  /** The document of its HTML, once it is a message; null without one. */
  @Column('uuid', { nullable: true }) html_file_id!: string | null;
  /** The same with what it loads from other servers; null if it loads nothing. */
  @Column('uuid', { nullable: true }) remote_html_file_id!: string | null;
  /** When a mail of the past arrived at its server, if it was imported. */
  @Column('timestamptz', { nullable: true }) arrived_at!: Date | null;
  /** The message that it is, or becomes. */
  @Column('uuid') message_id!: string;
  /** The conversation that it begins, unless it belongs to another one. */
  @Column('uuid') new_conversation_id!: string;
  /** Null until it is a message. */
  @Column('uuid', { nullable: true }) conversation_id!: string | null;
}

/** What is shown of a mail whose content is gone, beside its envelope. */
export const NO_CONTENT = {
  ...{ is_forgotten: true, sender: null, sender_key: null, subject: null },
  ...{ body_hash: null, shown_hash: null },
} as const;

/** Whether nothing has become of a mail yet. */
export const isUnread = ({ status }: Pick<IncomingMailRow, 'status'>): boolean =>
  status === 'stored' || status === 'importing';
