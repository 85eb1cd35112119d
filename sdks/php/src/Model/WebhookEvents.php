<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\UnknownEvent;
use Parley\WebhookEvent;

/** @internal The class of each event. */
final class WebhookEvents
{
    public const CLASSES = [
        'contact.created' => ContactCreatedEvent::class,
        'contact.deleted' => ContactDeletedEvent::class,
        'contact.updated' => ContactUpdatedEvent::class,
        'conversation.assigned' => ConversationAssignedEvent::class,
        'conversation.created' => ConversationCreatedEvent::class,
        'conversation.deleted' => ConversationDeletedEvent::class,
        'conversation.merged' => ConversationMergedEvent::class,
        'conversation.snoozed' => ConversationSnoozedEvent::class,
        'conversation.split' => ConversationSplitEvent::class,
        'conversation.status_changed' => ConversationStatusChangedEvent::class,
        'conversation.team_changed' => ConversationTeamChangedEvent::class,
        'conversation.unmerged' => ConversationUnmergedEvent::class,
        'conversation.updated' => ConversationUpdatedEvent::class,
        'conversation.woken' => ConversationWokenEvent::class,
        'file.created' => FileCreatedEvent::class,
        'file.deleted' => FileDeletedEvent::class,
        'incoming_mail.quarantined' => IncomingMailQuarantinedEvent::class,
        'mailbox.connected' => MailboxConnectedEvent::class,
        'mailbox.disconnected' => MailboxDisconnectedEvent::class,
        'message.created' => MessageCreatedEvent::class,
        'message.delivery_updated' => MessageDeliveryUpdatedEvent::class,
        'message.redacted' => MessageRedactedEvent::class,
        'message.updated' => MessageUpdatedEvent::class,
        'tag.created' => TagCreatedEvent::class,
        'tag.deleted' => TagDeletedEvent::class,
        'tag.updated' => TagUpdatedEvent::class,
        'ticket.assigned' => TicketAssignedEvent::class,
        'ticket.created' => TicketCreatedEvent::class,
        'ticket.deleted' => TicketDeletedEvent::class,
        'ticket.merged' => TicketMergedEvent::class,
        'ticket.sla_breached' => TicketSlaBreachedEvent::class,
        'ticket.sla_warning' => TicketSlaWarningEvent::class,
        'ticket.snoozed' => TicketSnoozedEvent::class,
        'ticket.status_changed' => TicketStatusChangedEvent::class,
        'ticket.team_changed' => TicketTeamChangedEvent::class,
        'ticket.unmerged' => TicketUnmergedEvent::class,
        'ticket.updated' => TicketUpdatedEvent::class,
        'ticket.woken' => TicketWokenEvent::class,
        'webhook.disabled' => WebhookDisabledEvent::class,
        'webhook.test' => WebhookTestEvent::class,
    ];

    /** @param array<string, mixed> $raw */
    public static function fromArray(array $raw): WebhookEvent
    {
        $class = self::CLASSES[$raw['event'] ?? ''] ?? UnknownEvent::class;
        return $class::fromArray($raw);
    }
}
