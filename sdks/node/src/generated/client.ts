// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../core/resource.ts';
import type { IfNoneMatch, ReadOptions, RequestOptions } from '../core/options.ts';
import type { Me, SearchMeta, SearchResults, SearchType } from './types.ts';
import type { NotModified, Result } from '../core/values.ts';
import { TeamsResource } from './resources/teams.ts';
import { ConnectionsResource } from './resources/connections.ts';
import { ContactsResource } from './resources/contacts.ts';
import { ContactFormsResource } from './resources/contactForms.ts';
import { ConversationsResource } from './resources/conversations.ts';
import { WebhooksResource } from './resources/webhooks.ts';
import { EventsResource } from './resources/events.ts';
import { FilesResource } from './resources/files.ts';
import { InboxesResource } from './resources/inboxes.ts';
import { IncomingMailsResource } from './resources/incomingMails.ts';
import { JobsResource } from './resources/jobs.ts';
import { MacrosResource } from './resources/macros.ts';
import { MailboxesResource } from './resources/mailboxes.ts';
import { AvailabilityResource } from './resources/availability.ts';
import { NotificationsResource } from './resources/notifications.ts';
import { ReportsResource } from './resources/reports.ts';
import { SenderRulesResource } from './resources/senderRules.ts';
import { SendingDomainsResource } from './resources/sendingDomains.ts';
import { SuppressionsResource } from './resources/suppressions.ts';
import { TagsResource } from './resources/tags.ts';
import { TicketsResource } from './resources/tickets.ts';
import { UsersResource } from './resources/users.ts';
import { ViewsResource } from './resources/views.ts';
import { WorkspaceResource } from './resources/workspace.ts';

/** Parameters of `search`. */
export interface SearchParams {
  /**
   * Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`,
   * `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
   * with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case,
   * accents and the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20
   * words and values count, in 8 fields at most, and 60 parts of words, such as the characters of
   * Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter
   * are one query. Fields: `status:`, `priority:`, `channel:`, `assignee:`, `email:`, `tag:`,
   * `custom.<key>:` or `custom."a key":`
   */
  q: string;
  /** Resource type to search; all by default */
  type?: SearchType[] | undefined;
  /** Maximum number of results per type, 1 to 100. Values above 100 are treated as 100 */
  limit?: number | undefined;
}

/**
 * The resources of the API, and the operations that belong to none.
 *
 * All operations may fail with `malformed_json`, `missing_api_key`, `invalid_api_key`,
 * `token_expired`, `address_not_allowed`, `unknown_parameter`, `rate_limit_exceeded`,
 * `internal_error`, `service_unavailable`.
 */
export class Api extends Resource {
  readonly teams = new TeamsResource(this.client);
  readonly connections = new ConnectionsResource(this.client);
  readonly contacts = new ContactsResource(this.client);
  readonly contactForms = new ContactFormsResource(this.client);
  readonly conversations = new ConversationsResource(this.client);
  readonly webhooks = new WebhooksResource(this.client);
  readonly events = new EventsResource(this.client);
  readonly files = new FilesResource(this.client);
  readonly inboxes = new InboxesResource(this.client);
  readonly incomingMails = new IncomingMailsResource(this.client);
  readonly jobs = new JobsResource(this.client);
  readonly macros = new MacrosResource(this.client);
  readonly mailboxes = new MailboxesResource(this.client);
  readonly availability = new AvailabilityResource(this.client);
  readonly notifications = new NotificationsResource(this.client);
  readonly reports = new ReportsResource(this.client);
  readonly senderRules = new SenderRulesResource(this.client);
  readonly sendingDomains = new SendingDomainsResource(this.client);
  readonly suppressions = new SuppressionsResource(this.client);
  readonly tags = new TagsResource(this.client);
  readonly tickets = new TicketsResource(this.client);
  readonly users = new UsersResource(this.client);
  readonly views = new ViewsResource(this.client);
  readonly workspace = new WorkspaceResource(this.client);

  /**
   * Retrieve the current credential and its user.
   *
   * Use it to check that a credential is valid.
   *
   * Any valid token is accepted.
   */
  me(options: ReadOptions & IfNoneMatch): Promise<Me | NotModified>;
  me(options?: ReadOptions): Promise<Me>;
  me(options?: ReadOptions): Promise<Me | NotModified> {
    return this.client.record<Me>({ id: 'getMe', method: 'GET', path: ['v1', 'me'] }, options);
  }

  /**
   * Search conversations, contacts and tickets.
   *
   * Searches conversations by subject, tags, custom fields, contact and messages; contacts by name,
   * e-mail address, phone number, company and custom fields; tickets by subject, description, tags,
   * custom fields and contact. The newest 500 matches of each type are ranked by relevance; of more
   * than 25, those are left out whose texts would make them larger than 4 MiB together. Types that the
   * token has no scope for are empty; requesting one with `type` returns 403. If a type cannot be
   * searched in time, its group is empty and listed in `meta.partial`.
   *
   * Requires the scope `conversations:read` or `contacts:read` or `tickets:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `invalid_parameter`,
   * `missing_parameter`.
   */
  search(params: SearchParams, options?: RequestOptions): Promise<Result<SearchResults, SearchMeta>> {
    return this.client.result<SearchResults, SearchMeta>(
      { id: 'search', method: 'GET', path: ['v1', 'search'], query: params },
      options,
    );
  }
}
