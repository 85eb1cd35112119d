import {
  type Channel,
  type ConversationStatus,
  type CustomFields,
  emailKey,
  type MessageType,
  type Priority,
  type Seeding,
  type TicketStatus,
} from '@parley/contracts';
import { pick, randomOf, uuidFor, type Random } from './random.ts';
import * as words from './words.ts';

// What record number `index` of a seed is. Services work it out by themselves, each for its own tables and for what it
// keeps of others, so what they have to agree on stands here. What a record says depends on seed and index alone; when
// it was made, and of which contact it is, also on how many there are.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SPAN = 2 * 365 * DAY;

/** A contact as it is made up. `id` is a uuid, like all ids of made-up records. */
export interface SeededContact {
  id: string;
  email: string;
  email_key: string;
  name: string | null;
  phone: string | null;
  company: string | null;
  custom_fields: CustomFields;
  created_at: Date;
}

/** The records of a batch, oldest first. */
export function seededBatch<T>(
  batch: Seeding & { from: number; count: number },
  record: (seeding: Seeding, index: number) => T,
): T[] {
  return Array.from({ length: batch.count }, (_, index) => record(batch, batch.from + index));
}

/** What tickets and conversations have in common. */
interface SeededRequest {
  id: string;
  subject: string;
  priority: Priority;
  tags: string[];
  custom_fields: CustomFields;
  /** Uuid of the contact; null where there are no contacts. */
  contact_id: string | null;
  assignee_id: string | null;
  created_at: Date;
  /** When it came to its status; as it was created if it is new. */
  status_at: Date;
}

export interface SeededTicket extends SeededRequest {
  description: string;
  status: TicketStatus;
  /** In [0, 1): which of the inboxes, and 1 for none. */
  inbox: number;
}

export interface SeededMessage {
  id: string;
  body: string;
  type: MessageType;
  /** Uuid of a user; null for the contact. */
  user_id: string | null;
  created_at: Date;
}

export interface SeededConversation extends SeededRequest {
  contact_id: string;
  channel: Channel;
  status: ConversationStatus;
  messages: SeededMessage[];
}

type Kind = 'contact' | RequestKind;
type RequestKind = 'ticket' | 'conversation';

/** Contact number `index`. Its address has the number in it, and the seed if that is not 1, so nobody else has it. */
export function seededContact(seeding: Seeding, index: number): SeededContact {
  const random = randomOf(seeding.seed, 'contact', index);
  const [first, last] = [pick(random, words.FIRST_NAMES), pick(random, words.LAST_NAMES)];
  const company = random() < 0.7 ? companyOf(random) : null;
  const domain = company === null ? pick(random, words.FREE_DOMAINS) : `${plain(company, '-')}.example`;
  const number = seeding.seed === 1 ? String(index + 1) : `${index + 1}.${seeding.seed}`;
  const email = `${plain(first, '')}.${plain(last, '')}.${number}@${domain}`;
  const name = random() < 0.97 ? `${first} ${last}` : null;
  const phone =
    random() < 0.6
      ? `+${pick(random, words.COUNTRY_CODES)} ${digits(random, 3)} 555 ${digits(random, 4)}`
      : null;
  const plan = pick(random, words.PLAN_NAMES);
  const fields = { plan, seats: 1 + Math.floor(random() ** 3 * 200), newsletter: random() < 0.4 };
  return {
    id: idOfSeeded(seeding, 'contact', index),
    email,
    email_key: emailKey(email),
    name,
    phone,
    company,
    custom_fields: random() < 0.5 ? fields : {},
    created_at: placeInTime(seeding, 'contact', index, random),
  };
}

/** Ticket number `index`. */
export function seededTicket(seeding: Seeding, index: number): SeededTicket {
  const random = randomOf(seeding.seed, 'ticket', index);
  const request = requestOf(seeding, 'ticket', index, random);
  const life = lifeOf(request.created_at, new Date(seeding.at), random);
  const isOld = life.age > 14 * DAY;
  return {
    ...request,
    description: `${sentence(random, words.REQUESTS)} ${sentence(random, words.REQUESTS)} ${sentence(random, words.CLOSINGS)}`,
    status: life.ended
      ? isOld === random() < 0.9
        ? 'closed'
        : 'resolved'
      : life.touched
        ? 'pending'
        : 'open',
    status_at: life.at,
    inbox: random() < 0.8 ? random() : 1,
  };
}

/** The tags of ticket number `index`, without the rest of it. */
export function seededTicketTags(seeding: Seeding, index: number): { id: string; tags: string[] } {
  return { id: idOfSeeded(seeding, 'ticket', index), tags: tagsOf(seeding, 'ticket', index) };
}

/** Conversation number `index` with its messages, oldest first. Needs contacts. */
export function seededConversation(seeding: Seeding, index: number): SeededConversation {
  const random = randomOf(seeding.seed, 'conversation', index);
  const request = requestOf(seeding, 'conversation', index, random);
  const { contact_id: contactId } = request;
  if (contactId === null) throw new RangeError('conversations need contacts');
  const life = lifeOf(request.created_at, new Date(seeding.at), random);
  return {
    ...request,
    contact_id: contactId,
    channel: pick(random, ['email', 'email', 'email', 'chat', 'chat', 'form', 'api'] as const),
    status: life.ended ? 'closed' : life.touched ? 'pending' : 'open',
    status_at: life.at,
    messages: messagesOf(seeding, index, { ...request, ...life }, random),
  };
}

function requestOf(seeding: Seeding, kind: RequestKind, index: number, random: Random): SeededRequest {
  const created = placeInTime(seeding, kind, index, random);
  const fields = { order: 100_000 + Math.floor(random() * 900_000), region: pick(random, words.REGIONS) };
  return {
    id: idOfSeeded(seeding, kind, index),
    subject: sentence(random, words.SUBJECTS),
    priority: pick(random, [
      'urgent',
      'high',
      'high',
      'normal',
      'normal',
      'normal',
      'normal',
      'low',
      'low',
      'low',
    ] as const),
    tags: tagsOf(seeding, kind, index),
    custom_fields: random() < 0.6 ? fields : {},
    contact_id: contactOf(seeding, kind, index, random),
    assignee_id: someUser(seeding, random, 0.75),
    created_at: created,
    status_at: created,
  };
}

/** One of those that are older, the later ones more often. */
function contactOf(seeding: Seeding, kind: RequestKind, index: number, random: Random): string | null {
  const drawn = random();
  if (seeding.contacts === 0) return null;
  const known = Math.max(1, Math.floor((seeding.contacts * index) / countOf(seeding, kind)));
  return idOfSeeded(seeding, 'contact', Math.floor(drawn ** 0.7 * known));
}

function someUser({ users }: Seeding, random: Random, likely: number): string | null {
  const [drawn, which] = [random(), random()];
  return drawn < likely ? (users[Math.floor(which * users.length)]?.id ?? null) : null;
}

/** Its own source of numbers, so that tags can be told without the rest. */
function tagsOf({ seed }: Seeding, kind: RequestKind, index: number): string[] {
  const random = randomOf(seed, kind, index, 'tags');
  const count = Math.floor(random() ** 1.5 * 4);
  const names = Array.from(
    { length: count },
    () => words.TAG_NAMES[Math.floor(random() ** 2 * words.TAG_NAMES.length)] ?? '',
  );
  return [...new Set(names)];
}

/** What became of a request: the older it is, the more likely it has ended. */
function lifeOf(created: Date, now: Date, random: Random) {
  const age = now.getTime() - created.getTime();
  const ended = random() < 0.97 - 0.8 * Math.exp(-age / (4 * DAY));
  const touched = ended || random() < 0.4;
  const took = Math.min(age, -Math.log(1 - random()) * (ended ? 10 * HOUR : 2 * HOUR));
  return { age, ended, touched, at: touched ? new Date(created.getTime() + Math.floor(took)) : created };
}

/** The contact begins, users and the contact take turns; the last message comes before the status. */
function messagesOf(
  seeding: Seeding,
  index: number,
  { assignee_id: assignee, created_at: created, at, touched }: SeededRequest & { at: Date; touched: boolean },
  random: Random,
): SeededMessage[] {
  const count = touched ? 1 + Math.floor(random() * 5) : 1;
  const step = (at.getTime() - created.getTime()) / (count + 1);
  return Array.from({ length: count }, (_, position) => {
    const writer = assignee ?? someUser(seeding, random, 1);
    const isUser = position % 2 === 1 && writer !== null;
    const isNote = isUser && random() < 0.15;
    const body =
      position === 0
        ? `${sentence(random, words.REQUESTS)} ${sentence(random, words.CLOSINGS)}`
        : sentence(random, isNote ? words.NOTES : isUser ? words.ANSWERS : words.FOLLOW_UPS);
    return {
      id: uuidFor([seeding.workspace, seeding.mode, seeding.seed, 'message'], index * 8 + position),
      body,
      type: isNote ? 'note' : isUser ? 'reply' : 'comment',
      user_id: isUser ? writer : null,
      created_at: new Date(created.getTime() + Math.floor(step * position)),
    };
  });
}

function countOf(seeding: Seeding, kind: Kind): number {
  return { contact: seeding.contacts, ticket: seeding.tickets, conversation: seeding.conversations }[kind];
}

function idOfSeeded({ workspace, mode, seed }: Seeding, kind: Kind, index: number): string {
  return uuidFor([workspace, mode, seed, kind], index);
}

/** Each has its share of two years, the later ones a smaller one: the last are from just before now. */
function placeInTime(seeding: Seeding, kind: Kind, index: number, random: Random): Date {
  const left = 1 - (index + random()) / countOf(seeding, kind);
  return new Date(Date.parse(seeding.at) - Math.ceil(left ** 1.5 * SPAN));
}

function sentence(random: Random, templates: readonly string[]): string {
  const text = pick(random, templates).replaceAll(/\{(\w+)\}/g, (_, what: string) => {
    if (what === 'order') return String(100_000 + Math.floor(random() * 900_000));
    if (what === 'amount') return `€${Math.floor(random() ** 2 * 900) + 5}.${digits(random, 2)}`;
    return pick(random, what === 'day' ? words.DAYS : words.PRODUCTS);
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function companyOf(random: Random): string {
  return `${pick(random, words.COMPANY_FIRST)} ${pick(random, words.COMPANY_LAST)}`;
}

function digits(random: Random, count: number): string {
  return String(Math.floor(random() * 10 ** count)).padStart(count, '0');
}

/** As an address has it: without accents. */
function plain(text: string, space: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', space);
  return letters
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z-]/g, '');
}
