import { randomUUID } from 'node:crypto';
import {
  createConversation,
  createMailbox,
  createMessage,
  getMailbox,
  getMessage,
  listEvents,
  updateMailbox,
  uuidOf,
  type Conversation,
  type Input,
  type LoggedEvent,
  type Mailbox,
  type Message,
  type MessageDelivery,
  type MessageDeliveryStatus,
} from '@parley/contracts';
import { ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import pg from 'pg';
import { Deployment, type DeploymentOptions } from '../rolling/deployment.ts';
import { checkout } from '../rolling/releases.ts';

/** A process that gives no sign of life for so long is taken for dead. */
export const HEARTBEAT_TIMEOUT_MS = 1_000;
/** Attempts soon after each other, and soon an end of what a dead process was sending. */
const SETTINGS = {
  MAIL_RETRY_SCHEDULE: '0s,300ms',
  MAIL_HEARTBEAT_TIMEOUT: `${HEARTBEAT_TIMEOUT_MS}ms`,
};
/** Nothing more comes of these by itself. */
const FINAL: readonly MessageDeliveryStatus[] = [
  'sent',
  'delivered',
  'unknown',
  'bounced',
  'failed',
  'cancelled',
];

type MailboxFields = Partial<Input<typeof createMailbox>['body']>;
type MessageFields = Omit<Partial<Input<typeof createMessage>['body']>, 'attachments'> & {
  attachments?: File[];
};

/** The name by which a process greets mail servers. */
export const clientOf = (key: string): string => `${key.replace(' ', '-')}.test`;

/** Settings by which a mail server knows the processes of the mail service apart. */
export const namedClients = (key: string): Record<string, string> =>
  key.startsWith('mail ') ? { MAIL_CLIENT_NAME: clientOf(key) } : {};

/** Without encryption, to a server of the test. */
export const plainTransport = ({ port }: { readonly port: number }) =>
  ({ type: 'smtp', host: '127.0.0.1', port, security: 'none' }) as const;

/** A platform as separate processes, and a workspace whose replies leave by mail. */
export class Mailing {
  readonly #holders = new Set<pg.PoolClient>();

  private constructor(
    readonly deployment: Deployment,
    readonly workspace: TestWorkspace,
    private readonly database: pg.Pool,
  ) {}

  static async start(
    options: DeploymentOptions = {},
    settings: Record<string, string> = {},
  ): Promise<Mailing> {
    const deployment = await Deployment.start(checkout, options, { ...SETTINGS, ...settings });
    const workspace = await eventually(() => deployment.operator.workspace());
    const database = new pg.Pool({ connectionString: deployment.databaseUrl, max: 4 });
    // Its connections are lost where a test stops the server.
    database.on('error', () => undefined);
    return new Mailing(deployment, workspace, database);
  }

  get live(): ApiClient {
    return this.workspace.live;
  }

  async sql<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.database.query<Row>(text, values.slice())).rows;
  }

  /** A transaction of the test, whose locks stop a process where it waits for them, until `letGo`. */
  async hold(): Promise<pg.PoolClient> {
    const client = await this.database.connect();
    this.#holders.add(client);
    await client.query('begin');
    return client;
  }

  async letGo(holder: pg.PoolClient): Promise<void> {
    await holder.query('rollback');
    if (this.#holders.delete(holder)) holder.release();
  }

  async connectMailbox(
    transport: MailboxFields['transport'],
    fields: MailboxFields = {},
    client = this.live,
  ): Promise<Mailbox> {
    const address = `desk-${randomUUID()}@desk.example`;
    const body = { name: 'Support', address, subaddressing: true, ...fields };
    const { data } = await client.ok(createMailbox, {
      body: { ...body, transport: transport ?? { type: 'sandbox' } },
    });
    return data;
  }

  async mailbox({ id }: Pick<Mailbox, 'id'>): Promise<Mailbox> {
    return (await this.live.ok(getMailbox, { params: { mailbox_id: id } })).data;
  }

  async change({ id }: Pick<Mailbox, 'id'>, body: Input<typeof updateMailbox>['body']): Promise<void> {
    await this.live.ok(updateMailbox, { params: { mailbox_id: id }, body });
  }

  /** A conversation with a contact of its own, or with that of an address. */
  async converse(
    mailbox: Pick<Mailbox, 'id'>,
    email = `${randomUUID()}@example.com`,
    client = this.live,
  ): Promise<Conversation> {
    const body = { contact: { email }, mailbox_id: mailbox.id, subject: 'Where is my order?' };
    return (await client.ok(createConversation, { body })).data;
  }

  /** Writes a reply, with a key under which it is repeated until it has an answer. */
  async reply(
    { id }: Pick<Conversation, 'id'>,
    fields: MessageFields = {},
    client = this.live,
  ): Promise<Message> {
    const sent = { params: { conversation_id: id }, body: { body: 'On its way.', ...fields } };
    const key = { 'idempotency-key': randomUUID() };
    return eventually(async () => {
      const { status, body } = await client.call(createMessage, sent, key);
      if (status < 500 && status !== 201 && status !== 409) throw new Refused(body.error.code);
      if (status !== 201) throw new Error(`${status}: ${body.error.code}`);
      return (body as unknown as { data: Message }).data;
    });
  }

  async delivery({ id, conversation_id }: Message, client = this.live): Promise<MessageDelivery> {
    const params = { conversation_id, message_id: id };
    const { data } = await client.ok(getMessage, { params });
    if (data.delivery === null) throw new Error('the message does not leave');
    return data.delivery;
  }

  /** The delivery of a message, once it has one of these states; by default once nothing more comes of it. */
  delivered(
    message: Message,
    states: readonly MessageDeliveryStatus[] = FINAL,
    client = this.live,
  ): Promise<MessageDelivery> {
    return eventually(async () => {
      const delivery = await this.delivery(message, client);
      if (!states.includes(delivery.status)) throw new Error(JSON.stringify(delivery));
      return delivery;
    });
  }

  /** The events about a record, oldest first. */
  async events(resource: string, event?: string): Promise<LoggedEvent[]> {
    const query = { resource, order: 'asc', per_page: 100, ...(event !== undefined && { event }) } as const;
    return (await this.live.ok(listEvents, { query: query as never })).data;
  }

  /** As if the pause of a mailbox were over. */
  async endPause({ id }: Pick<Mailbox, 'id'>): Promise<void> {
    await this.sql(
      `update mail.mailbox_activity set paused_until = '-infinity'
        where mailbox_id = $1 and paused_until > now()`,
      [uuidOf('mailbox', id)],
    );
  }

  /** Waits for a state of a mailbox, whose pauses take no time. */
  becomes(mailbox: Pick<Mailbox, 'id'>, status: Mailbox['status']): Promise<Mailbox> {
    return eventually(async () => {
      const found = await this.mailbox(mailbox);
      if (found.status === status) return found;
      await this.endPause(mailbox);
      throw new Error(`the mailbox is ${found.status}`);
    });
  }

  async close(): Promise<void> {
    // The pool waits for what a failed test has not let go.
    for (const holder of this.#holders) holder.release(true);
    await this.database.end();
    await this.deployment.remove();
  }
}

/** A refusal that no repetition changes. */
class Refused extends Error {}
