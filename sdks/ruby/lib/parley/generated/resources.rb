# frozen_string_literal: true

# Generated from the API document by `npm run sdks`: do not edit.

require 'parley/core/resource'

module Parley
  # The operations of the API, by resource.
  module Resources
    autoload :Teams, 'parley/generated/resources/teams'
    autoload :Connections, 'parley/generated/resources/connections'
    autoload :Contacts, 'parley/generated/resources/contacts'
    autoload :ContactForms, 'parley/generated/resources/contact_forms'
    autoload :Conversations, 'parley/generated/resources/conversations'
    autoload :Webhooks, 'parley/generated/resources/webhooks'
    autoload :Events, 'parley/generated/resources/events'
    autoload :Files, 'parley/generated/resources/files'
    autoload :Inboxes, 'parley/generated/resources/inboxes'
    autoload :IncomingMails, 'parley/generated/resources/incoming_mails'
    autoload :Jobs, 'parley/generated/resources/jobs'
    autoload :Macros, 'parley/generated/resources/macros'
    autoload :Mailboxes, 'parley/generated/resources/mailboxes'
    autoload :Availability, 'parley/generated/resources/availability'
    autoload :Notifications, 'parley/generated/resources/notifications'
    autoload :Reports, 'parley/generated/resources/reports'
    autoload :SenderRules, 'parley/generated/resources/sender_rules'
    autoload :SendingDomains, 'parley/generated/resources/sending_domains'
    autoload :Suppressions, 'parley/generated/resources/suppressions'
    autoload :Tags, 'parley/generated/resources/tags'
    autoload :Tickets, 'parley/generated/resources/tickets'
    autoload :Users, 'parley/generated/resources/users'
    autoload :Views, 'parley/generated/resources/views'
    autoload :Workspace, 'parley/generated/resources/workspace'

    # What a client offers.
    class Root < Core::Resource
      # @return [Teams]
      def teams = Teams.new(@requester)

      # @return [Connections]
      def connections = Connections.new(@requester)

      # @return [Contacts]
      def contacts = Contacts.new(@requester)

      # @return [ContactForms]
      def contact_forms = ContactForms.new(@requester)

      # @return [Conversations]
      def conversations = Conversations.new(@requester)

      # @return [Webhooks]
      def webhooks = Webhooks.new(@requester)

      # @return [Events]
      def events = Events.new(@requester)

      # @return [Files]
      def files = Files.new(@requester)

      # @return [Inboxes]
      def inboxes = Inboxes.new(@requester)

      # @return [IncomingMails]
      def incoming_mails = IncomingMails.new(@requester)

      # @return [Jobs]
      def jobs = Jobs.new(@requester)

      # @return [Macros]
      def macros = Macros.new(@requester)

      # @return [Mailboxes]
      def mailboxes = Mailboxes.new(@requester)

      # @return [Availability]
      def availability = Availability.new(@requester)

      # @return [Notifications]
      def notifications = Notifications.new(@requester)

      # @return [Reports]
      def reports = Reports.new(@requester)

      # @return [SenderRules]
      def sender_rules = SenderRules.new(@requester)

      # @return [SendingDomains]
      def sending_domains = SendingDomains.new(@requester)

      # @return [Suppressions]
      def suppressions = Suppressions.new(@requester)

      # @return [Tags]
      def tags = Tags.new(@requester)

      # @return [Tickets]
      def tickets = Tickets.new(@requester)

      # @return [Users]
      def users = Users.new(@requester)

      # @return [Views]
      def views = Views.new(@requester)

      # @return [Workspace]
      def workspace = Workspace.new(@requester)

      # Retrieve the current credential and its user
      #
      # Use it to check that a credential is valid.
      #
      # Any valid token is accepted.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`
      # @param options [Hash] see {Core::CallOptions}
      # @return [Models::Me, NotModified]
      # @raise [Error]
      def me(options: {})
        record(:Me, 'GET', '/v1/me', options:)
      end

      # Search conversations, contacts and tickets
      #
      # Searches conversations by subject, tags, custom fields, contact and messages; contacts by name, e-mail address,
      # phone number, company and custom fields; tickets by subject, description, tags, custom fields and contact. The
      # newest 500 matches of each type are ranked by relevance; of more than 25, those are left out whose texts would
      # make them larger than 4 MiB together. Types that the token has no scope for are empty; requesting one with
      # `type` returns 403. If a type cannot be searched in time, its group is empty and listed in `meta.partial`.
      #
      # Requires the scope `conversations:read` or `contacts:read` or `tickets:read`.
      #
      # Error codes: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`, `address_not_allowed`,
      # `insufficient_scope`, `invalid_parameter`, `missing_parameter`, `unknown_parameter`, `rate_limit_exceeded`,
      # `internal_error`, `service_unavailable`
      # @param q [String] Search query. All words must match; the last one matches as a prefix. Supports `"exact
      #   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
      #   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
      #   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
      #   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first
      #   32,768 characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
      #   `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
      # @param type [Array<String>] Resource type to search; all by default; several are separated by commas
      # @param limit [Integer] Maximum number of results per type, 1 to 100. Values above 100 are treated as 100
      # @param options [Hash] see {Core::CallOptions}
      # @return [Result]
      # @raise [Error]
      def search(q:, type: OMIT, limit: OMIT, options: {})
        result(:SearchResults, :SearchMeta, 'GET', '/v1/search', query: { q:, type:, limit: }, options:)
      end
    end
  end
end
