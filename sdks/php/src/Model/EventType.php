<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Event type */
final class EventType
{
    public const CONTACT_CREATED = 'contact.created';
    public const CONTACT_DELETED = 'contact.deleted';
    public const CONTACT_UPDATED = 'contact.updated';
    public const CONVERSATION_ASSIGNED = 'conversation.assigned';
    public const CONVERSATION_CREATED = 'conversation.created';
    public const CONVERSATION_DELETED = 'conversation.deleted';
    public const CONVERSATION_MERGED = 'conversation.merged';
    public const CONVERSATION_SNOOZED = 'conversation.snoozed';
    public const CONVERSATION_SPLIT = 'conversation.split';
    public const CONVERSATION_STATUS_CHANGED = 'conversation.status_changed';
    public const CONVERSATION_TEAM_CHANGED = 'conversation.team_changed';
    public const CONVERSATION_UNMERGED = 'conversation.unmerged';
    public const CONVERSATION_UPDATED = 'conversation.updated';
    public const CONVERSATION_WOKEN = 'conversation.woken';
    public const FILE_CREATED = 'file.created';
    public const FILE_DELETED = 'file.deleted';
    public const INCOMING_MAIL_QUARANTINED = 'incoming_mail.quarantined';
    public const MAILBOX_CONNECTED = 'mailbox.connected';
    public const MAILBOX_DISCONNECTED = 'mailbox.disconnected';
    public const MESSAGE_CREATED = 'message.created';
    public const MESSAGE_DELIVERY_UPDATED = 'message.delivery_updated';
    public const MESSAGE_REDACTED = 'message.redacted';
    public const MESSAGE_UPDATED = 'message.updated';
    public const TAG_CREATED = 'tag.created';
    public const TAG_DELETED = 'tag.deleted';
    public const TAG_UPDATED = 'tag.updated';
    public const TICKET_ASSIGNED = 'ticket.assigned';
    public const TICKET_CREATED = 'ticket.created';
    public const TICKET_DELETED = 'ticket.deleted';
    public const TICKET_MERGED = 'ticket.merged';
    public const TICKET_SLA_BREACHED = 'ticket.sla_breached';
    public const TICKET_SLA_WARNING = 'ticket.sla_warning';
    public const TICKET_SNOOZED = 'ticket.snoozed';
    public const TICKET_STATUS_CHANGED = 'ticket.status_changed';
    public const TICKET_TEAM_CHANGED = 'ticket.team_changed';
    public const TICKET_UNMERGED = 'ticket.unmerged';
    public const TICKET_UPDATED = 'ticket.updated';
    public const TICKET_WOKEN = 'ticket.woken';
    public const WEBHOOK_DISABLED = 'webhook.disabled';
    public const WEBHOOK_TEST = 'webhook.test';
}
