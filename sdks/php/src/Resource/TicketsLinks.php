<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Options;
use Parley\Response;

/** The operations of tickets, links. */
final class TicketsLinks extends Resource
{
    /**
     * Link two tickets.
     *
     * Both tickets show the link in `links`: the other end of `parent` is `child`, and that of `duplicate_of` is
     * `duplicate`. Two tickets have one link, so that the same one again changes nothing; a ticket has one parent and
     * at most 100 links, and no ticket is above itself. A link goes within a second when one of its tickets is deleted;
     * that of a merged ticket keeps its id, which leads to what it was merged into. Emits `ticket.updated` for both.
     *
     * Requires the scope `tickets:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`.
     *
     * @param Model\NewTicketLinkType::* $type What the other ticket is to this one
     * @param string $linked_ticket_id Id of the other ticket
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $ticket_id,
        string $type,
        string $linked_ticket_id,
        ?Options $options = null,
    ): Model\Ticket {
        return $this->requester->record(Model\Ticket::class, new Call(
            'linkTicket',
            'POST',
            Url::path('/v1/tickets/{ticket_id}/links', $ticket_id),
            body: ['type' => $type, 'linked_ticket_id' => $linked_ticket_id],
        ), $options);
    }

    /**
     * Remove the link of two tickets.
     *
     * Removes it from both tickets. Emits `ticket.updated` for each.
     *
     * Requires the scope `tickets:write`. Errors: `insufficient_scope`, `not_found`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $ticket_id, string $linked_ticket_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'unlinkTicket',
            'DELETE',
            Url::path('/v1/tickets/{ticket_id}/links/{linked_ticket_id}', $ticket_id, $linked_ticket_id),
        ), $options);
    }
}
