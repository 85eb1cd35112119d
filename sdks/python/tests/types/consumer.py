"""How an application uses the types of the library: checked by pyright and mypy, never run.

Each line with `type: ignore` is a mistake that both have to find: with `warn_unused_ignores` a mistake that is not found fails.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, assert_type

from parley import AsyncParley, NotModified, Page, Parley, Result, response_of, webhooks
from parley.types import BulkItem, BulkMeta, ChangedWebhook, Contact, CreateTicketRequest, Ticket, TicketCreatedEvent


def threads(parley: Parley) -> None:
    given: CreateTicketRequest = {"subject": "Printer", "contact": {"email": "kim@example.com"}, "description": None}
    ticket = parley.tickets.create(**given)
    assert_type(ticket, Ticket)
    assert_type(ticket.subject, str)
    assert_type(ticket.description, str | None)
    assert_type(ticket.tags, list[str])
    assert_type(ticket.status, Literal["open", "pending", "resolved", "closed"] | str)
    parley.tickets.update(ticket.id, status="closed", options={"if_match": ticket, "timeout": 5})
    assert_type(parley.tickets.update(ticket.id, lambda current: {"tags": [*current.tags, "a"]}), Ticket)
    assert_type(parley.tickets.get(ticket.id), Ticket)
    assert_type(parley.tickets.get(ticket.id, options={"if_none_match": ticket}), Ticket | NotModified)
    assert_type(parley.contacts.upsert(email="kim@example.com").data, Contact)
    assert_type(parley.webhooks.update("wh_1", lambda webhook: {"events": webhook.events}), ChangedWebhook)
    tickets = parley.tickets.list(status=["open"], created_after=datetime.now(UTC), include=["contact"])
    assert_type(tickets, Page[Ticket])
    for one in tickets:
        assert_type(one, Ticket)
    assert_type(parley.tickets.bulk_update(ids=["ticket_1"], update={"status": "closed"}), Result[list[BulkItem], BulkMeta])
    parley.conversations.messages.create("conv_1", body="See", attachments=["file_1", Path("invoice.pdf"), b"text"])
    for change in parley.tickets.history.list("ticket_1"):
        print({name: one.from_ for name, one in change.changes.items()})
    assert_type(response_of(ticket).etag, str | None)


async def tasks(parley: AsyncParley) -> None:
    assert_type(await parley.tickets.get("ticket_1"), Ticket)
    assert_type((await parley.tickets.list()).data, list[Ticket])
    async for ticket in parley.tickets.list():
        assert_type(ticket, Ticket)
    async with parley.events.stream(event=["ticket.*"]) as stream:
        async for event in stream:
            assert_type(event.event, str)


def receive(body: bytes, headers: dict[str, str]) -> None:
    event = webhooks.verify(body, headers, "whsec_…")
    assert_type(event.id, str)
    if isinstance(event, TicketCreatedEvent):
        assert_type(event.data, Ticket)


def mistakes(parley: Parley, ticket: Ticket) -> None:
    print(ticket.subjct)  # type: ignore[attr-defined]
    ticket.subject = "x"  # type: ignore[misc]
    parley.tickets.create(subjct="x")  # type: ignore[call-arg]
    parley.tickets.create(priority="highest")  # type: ignore[arg-type]
    parley.tickets.create(contact={"emial": "kim@example.com"})  # type: ignore[arg-type]
    parley.tags.create()  # type: ignore[call-arg]
    parley.tickets.list(status="open")  # type: ignore[arg-type]
    parley.tickets.get("ticket_1", options={"retries": 1})  # type: ignore[call-overload]
