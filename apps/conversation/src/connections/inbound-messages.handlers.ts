import { Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  notFound,
  receiveMessage,
  uuidOf,
  type Message,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import { contactColumns, Projections, RecordNumbers, type TeamProjection } from '@parley/projections';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import { beginConversation } from '../conversations/begin-conversation.ts';
import { InboxReference, teamColumns } from '../conversations/inbox-reference.ts';
import { findConversationByKey, lockConversations } from '../conversations/conversations.queries.ts';
import { RECORDED, type Departure } from '../messages/delivery/departure.rules.ts';
import { toMessage } from '../messages/message.serializer.ts';
import { findMessageByKey, removeDeletedMessageByKey } from '../messages/messages.queries.ts';
import { NewMessages, type PreparedMessage } from '../messages/new-messages.ts';
import type { ConnectionRow } from './connection.entity.ts';
import { findConnection, holdConnection } from './connections.queries.ts';
import { channelOfType, writerOf } from './inbound-message.rules.ts';

type Inbound = ParsedInput<typeof receiveMessage>['body'];
type Writer = Awaited<ReturnType<Projections['contact']>>;

/** A message loses to another one of its conversation, and to one with its own id. */
const ATTEMPTS = 4;

/** Something that a message was prepared for has changed: it is received anew. */
class Outrun extends Error {
  override readonly name = 'Outrun';
}

/** Messages that connectors receive from contacts. */
@Injectable()
export class InboundMessages {
  constructor(
    private readonly db: Database,
    private readonly projections: Projections,
    private readonly numbers: RecordNumbers,
    private readonly messages: NewMessages,
    private readonly links: FileLinks,
    private readonly inboxes: InboxReference,
  ) {}

  @Handles(receiveMessage)
  async receive(ctx: TenantContext, { params, body }: ParsedInput<typeof receiveMessage>) {
    const id = uuidOf('connection', params.connection_id);
    const connection = await this.db.read(ctx).one(findConnection, [id]);
    if (connection === undefined) throw notFound('connection');
    for (let attempt = 1; ; attempt += 1) {
      const known = await this.db.read(ctx).one(findMessageByKey, [id, body.external_id]);
      if (known !== undefined) return { data: toMessage(known, this.links), meta: { created: false } };
      try {
        return await this.#record(ctx, connection, body);
      } catch (error) {
        if (!isOutrun(error)) throw error;
        if (attempt === ATTEMPTS) throw new ApiError('service_unavailable', { cause: error });
      }
    }
  }

  async #record(ctx: TenantContext, connection: ConnectionRow, body: Inbound) {
    const key = [connection.id, body.external_conversation_id];
    const known = await this.db.read(ctx).one(findConversationByKey, key);
    const conversationId = known?.id ?? newUuid();
    const message = await this.messages.prepare(ctx, conversationId, {
      body: body.body,
      attachments: body.attachments,
      author: { type: 'contact' },
      external_id: null,
      send: true,
    });
    const reference = writerOf(encodeId('connection', connection.id), body);
    const begun =
      known === undefined
        ? {
            writer: await this.projections.contact(ctx, reference),
            number: await this.numbers.next(ctx),
            team: await this.inboxes.teamOfArrival(
              ctx,
              connection.inbox_id === null ? null : encodeId('inbox', connection.inbox_id),
            ),
          }
        : null;
    const received = await this.db.transaction(ctx, async (tx) => {
      // Held, so that no conversation is missed by what the deletion of the connection begins.
      const held = await tx.one(holdConnection, [connection.id]);
      if (held === undefined) throw notFound('connection');
      await tx.query(removeDeletedMessageByKey, [connection.id, body.external_id]);
      const { external_id: external_key, sent_at } = body;
      const came = { ...RECORDED, connection_id: connection.id, external_key, sent_at };
      const data =
        begun === null
          ? await this.#addTo(tx, { id: conversationId, is_merged: known?.is_merged === true }, message, came)
          : await this.#begin(tx, held, { id: conversationId, ...begun, body, message, came });
      return { data, meta: { created: true } };
    });
    await this.messages.confirm(ctx, message);
    return received;
  }

  /** What a conversation was merged into may have another connection. */
  async #addTo(
    tx: Transaction,
    { id, is_merged: isMerged }: { id: string; is_merged: boolean },
    message: PreparedMessage,
    came: Departure,
  ): Promise<Message> {
    const [conversation] = await tx.lockAll(lockConversations, [[id]]);
    if (conversation === undefined) throw new Outrun();
    if (!isMerged && conversation.connection_id !== came.connection_id) throw new Outrun();
    return this.messages.addTo(tx, conversation, message, came);
  }

  async #begin(
    tx: Transaction,
    connection: ConnectionRow,
    begun: {
      id: string;
      number: number;
      team: TeamProjection | null;
      body: Inbound;
      writer: Writer;
      message: PreparedMessage;
      came: Departure;
    },
  ): Promise<Message> {
    const { id, number, team, body, writer, message: first, came } = begun;
    const { team_id, team_name } = await teamColumns(tx, team);
    const { message } = await beginConversation(tx, this.messages, {
      draft: {
        subject: null,
        external_id: null,
        channel: channelOfType(connection.type),
        priority: 'normal',
        tags: [],
        custom_fields: {},
      },
      ids: {
        id,
        number,
        contact_id: writer.id,
        assignee_id: null,
        team_id,
        inbox_id: connection.inbox_id,
        mailbox_id: null,
        connection_id: connection.id,
        external_key: body.external_conversation_id,
      },
      names: { ...contactColumns(writer), assignee_name: null, team_name },
      first,
      came,
    });
    if (message === null) throw new Error('the first message of a conversation was not added');
    return message;
  }
}

/** Whether another message has begun the conversation, or has the id of this one, or what it was prepared for is gone. */
const isOutrun = (error: unknown): boolean =>
  error instanceof Outrun ||
  (error instanceof ApiError &&
    error.code === 'duplicate_value' &&
    error.param?.endsWith('external_key') === true);
