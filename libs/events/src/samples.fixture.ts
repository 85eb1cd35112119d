import { Contact, Ticket, ticketCreated } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import { newTenant } from '@parley/testing';
import type { z } from 'zod';
import type { Envelope } from './envelope.ts';
import { toEnvelope } from './outbox.ts';

const NOW = '2026-11-21T06:30:00.000Z';

type NullableFields<T> = { [Name in keyof T as null extends T[Name] ? Name : never]: null };

/** `null` in every field of a resource that may be null. */
function nullFields<Schema extends z.ZodObject>({ shape }: Schema): NullableFields<z.output<Schema>> {
  const fields = Object.entries(shape).filter(([, field]) => (field as z.ZodType).safeParse(null).success);
  return Object.fromEntries(fields.map(([name]) => [name, null])) as NullableFields<z.output<Schema>>;
}

export function sampleTicket(change: Partial<Ticket> = {}): Ticket {
  return {
    ...nullFields(Ticket),
    id: newId('ticket'),
    number: 1042,
    subject: 'Printer on fire',
    status: 'open',
    priority: 'normal',
    sla: { status: 'on_track', first_response_due: NOW, metrics: [] },
    resolved_at: null,
    closed_at: null,
    reopened_count: 0,
    wake_on_reply: true,
    tags: [],
    custom_fields: {},
    merged_from: [],
    links: [],
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
}

/** The envelope of a created ticket, as the relay publishes it. */
export function ticketEnvelope(change: Partial<Ticket> = {}): Envelope {
  const event = { definition: ticketCreated, data: sampleTicket(change), previous: null };
  return { ...toEnvelope(newTenant(), event, new Date().toISOString()), sequence: '1' } as Envelope;
}

export function sampleContact(change: Partial<Contact> = {}): Contact {
  return {
    ...nullFields(Contact),
    id: newId('contact'),
    email: 'dana@example.com',
    name: 'Dana',
    custom_fields: {},
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
}
