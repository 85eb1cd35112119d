// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  Connection,
  CreateConnectionRequest,
  ListConnectionsSort,
  Message,
  PageParams,
  ReceiveMessageRequest,
  ReceivedMeta,
  SortOrder,
  UpdateConnectionRequest,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified, Result } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `connections.list`. */
export interface ListConnectionsParams extends PageParams {
  /** Id of the inbox, or `none` */
  inbox?: string[] | undefined;
  /** Field to sort by */
  sort?: ListConnectionsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.connections` */
export class ConnectionsResource extends Resource {
  /**
   * Create a connection.
   *
   * A connector posts what contacts write to `POST /v1/connections/{connection_id}/inbound_messages`,
   * receives the replies as `message.created` with `connection_id`, and reports their delivery. A
   * workspace can have 100 connections in each mode; beyond that, `too_many_items` is returned.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  create(params: CreateConnectionRequest, options?: WriteOptions): Promise<Connection> {
    return this.client.record<Connection>(
      { id: 'createConnection', method: 'POST', path: ['v1', 'connections'], body: params },
      options,
    );
  }

  /**
   * List connections.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListConnectionsParams, options?: RequestOptions): List<Connection> {
    return this.client.list<Connection>(
      { id: 'listConnections', method: 'GET', path: ['v1', 'connections'], query: params },
      options,
    );
  }

  /**
   * Delete a connection.
   *
   * Its conversations keep their messages; their `connection_id` becomes null shortly after, with
   * `conversation.updated`. Replies that wait for a report of their delivery stay as they are.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(connectionId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteConnection', method: 'DELETE', path: ['v1', 'connections', connectionId] },
      options,
    );
  }

  /**
   * Retrieve a connection.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(connectionId: string, options: ReadOptions & IfNoneMatch): Promise<Connection | NotModified>;
  get(connectionId: string, options?: ReadOptions): Promise<Connection>;
  get(connectionId: string, options?: ReadOptions): Promise<Connection | NotModified> {
    return this.client.record<Connection>(
      { id: 'getConnection', method: 'GET', path: ['v1', 'connections', connectionId] },
      options,
    );
  }

  /**
   * Update a connection.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  update(
    connectionId: string,
    change: Change<Connection, UpdateConnectionRequest>,
    options?: UpdateOptions,
  ): Promise<Connection> {
    return this.client.change<Connection, UpdateConnectionRequest, Connection>(
      { id: 'updateConnection', method: 'PATCH', path: ['v1', 'connections', connectionId] },
      'getConnection',
      change,
      options,
    );
  }

  /**
   * Receive a message of a channel.
   *
   * Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is
   * answered 200 with the message that it made. Messages with the same `external_conversation_id` are
   * in one conversation, which is created by the first, or by the next one after it was deleted; all
   * of them are those of its contact. The contact is found by the e-mail address, or else by the phone
   * number, or else by the handle, which is its `external_id` behind the id of the connection; or it
   * is created: give only an address or number that the channel has verified, since the message is
   * shown as that contact's. Files require the scope `files:read`. Emits `message.created`, and
   * `contact.created`, `conversation.created` or what a message of the contact changes.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `too_many_items`, `file_too_large`, `outcome_unknown`.
   */
  inboundMessages(
    connectionId: string,
    params: ReceiveMessageRequest,
    options?: WriteOptions,
  ): Promise<Result<Message, ReceivedMeta>> {
    return this.client.result<Message, ReceivedMeta>(
      {
        id: 'receiveMessage',
        method: 'POST',
        path: ['v1', 'connections', connectionId, 'inbound_messages'],
        body: params,
      },
      options,
    );
  }
}
