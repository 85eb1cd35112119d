import { ContactCard } from '../../desk/contact-card.tsx';
import { IdFact } from '../../desk/id-fact.tsx';
import { optionsOf, PRIORITIES, TICKET_STATUSES } from '../../desk/labels.ts';
import { useCan } from '../../desk/permissions.ts';
import { AssigneeField, Choice, InboxField, TagsField } from '../../desk/property.tsx';
import { CustomFields } from '../../desk/custom-fields.tsx';
import type { Ticket, TicketChange } from './tickets.ts';

interface TicketPropertiesProps {
  ticket: Ticket;
  save: (change: TicketChange) => void;
}

/** What can be changed of a ticket at once, and what it belongs to. */
export function TicketProperties({ ticket, save }: TicketPropertiesProps) {
  const isEditable = useCan('tickets:write');
  return (
    <>
      <Choice
        label="Status"
        value={ticket.status}
        options={optionsOf(TICKET_STATUSES)}
        onChange={(status) => save({ status: status as NonNullable<TicketChange['status']> })}
        isEditable={isEditable}
      />
      <Choice
        label="Priority"
        value={ticket.priority}
        options={optionsOf(PRIORITIES)}
        onChange={(priority) => save({ priority: priority as NonNullable<TicketChange['priority']> })}
        isEditable={isEditable}
      />
      <AssigneeField
        assignee={ticket.assignee}
        onChange={(id) => save({ assignee_id: id })}
        isEditable={isEditable}
      />
      <InboxField
        inboxId={ticket.inbox_id}
        onChange={(id) => save({ inbox_id: id })}
        isEditable={isEditable}
      />
      <TagsField tags={ticket.tags} onChange={(tags) => save({ tags })} isEditable={isEditable} />
      {ticket.contact !== null && <ContactCard contact={ticket.contact} />}
      <CustomFields fields={ticket.custom_fields} />
      <IdFact id={ticket.id} externalId={ticket.external_id} />
    </>
  );
}
