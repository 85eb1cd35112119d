import {
  type ConversationStatus,
  emailKey,
  type MessageType,
  type Priority,
  type SeedRun,
  type TicketStatus,
} from '@parley/contracts';
import { pick, seededRandom, sampleUuid, type Random } from './random.ts';
import * as words from './words.ts';

// Sample record number `index` of a seed. Each service derives the records for its own tables and projections, so
// everything that they must agree on is here. The text of a record depends on seed and index alone; its creation time
// and its contact also depend on the number of records. All ids are uuids.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SPAN = 2 * 365 * DAY;

/** As frequent as they are listed. */
const PRIORITIES = 'urgent high high normal normal normal normal low low low'.split(' ') as Priority[];

/** The records of a batch, oldest first. */
export function sampleBatch<T>(
  batch: SeedRun & { from: number; count: number },
  record: (run: SeedRun, index: number) => T,
): T[] {
  return Array.from({ length: batch.count }, (_, index) => record(batch, batch.from + index));
}

type Kind = 'contact' | RequestKind;
type RequestKind = 'ticket' | 'conversation';

/** The e-mail address contains the index, and the seed unless it is 1, so it is unique in the workspace. */
export function sampleContact(run: SeedRun, index: number) {
  const random = seededRandom(run.seed, 'contact', index);
  const [first, last] = [pick(random, words.FIRST_NAMES), pick(random, words.LAST_NAMES)];
  const company = random() < 0.7 ? companyOf(random) : null;
  const domain = company === null ? pick(random, words.FREE_DOMAINS) : `${slug(company, '-')}.example`;
  const number = run.seed === 1 ? String(index + 1) : `${index + 1}.${run.seed}`;
  const email = `${slug(first, '')}.${slug(last, '')}.${number}@${domain}`;
  const name = random() < 0.97 ? `${first} ${last}` : null;
  const phone =
    random() < 0.6
      ? `+${pick(random, words.COUNTRY_CODES)} ${digits(random, 3)} 555 ${digits(random, 4)}`
      : null;
  const plan = pick(random, words.PLAN_NAMES);
  const fields = { plan, seats: 1 + Math.floor(random() ** 3 * 200), newsletter: random() < 0.4 };
  return {
    id: sampleId(run, 'contact', index),
    email,
    email_key: emailKey(email),
    name,
    phone,
    company,
    custom_fields: random() < 0.5 ? fields : {},
    created_at: sampleCreatedAt(run, 'contact', index, random),
  };
}

export type SampleTicket = ReturnType<typeof sampleTicket>;

export function sampleTicket(run: SeedRun, index: number) {
  const random = seededRandom(run.seed, 'ticket', index);
  const request = sampleRequest(run, 'ticket', index, random);
  const life = progressOf(request.created_at, new Date(run.at), random);
  const isOld = life.age > 14 * DAY;
  const description = `${sentence(random, words.REQUESTS)} ${sentence(random, words.REQUESTS)} ${sentence(random, words.CLOSINGS)}`;
  const status: TicketStatus = life.ended
    ? isOld === random() < 0.9
      ? 'closed'
      : 'resolved'
    : life.touched
      ? 'pending'
      : 'open';
  return {
    ...request,
    description,
    status,
    status_at: life.at,
    /** Selects the inbox by a number in [0, 1); 1 is none. */
    inbox: random() < 0.8 ? random() : 1,
  };
}

/** The tags of a ticket, at less cost than the whole ticket. */
export function sampleTicketTags(run: SeedRun, index: number): { id: string; tags: string[] } {
  return { id: sampleId(run, 'ticket', index), tags: tagsOf(run, 'ticket', index) };
}

export type SampleConversation = ReturnType<typeof sampleConversation>;

/** A conversation with its messages, oldest first. Throws without contacts. */
export function sampleConversation(run: SeedRun, index: number) {
  const random = seededRandom(run.seed, 'conversation', index);
  const request = sampleRequest(run, 'conversation', index, random);
  const { contact_id: contactId } = request;
  if (contactId === null) throw new RangeError('conversations need contacts');
  const life = progressOf(request.created_at, new Date(run.at), random);
  const status: ConversationStatus = life.ended ? 'closed' : life.touched ? 'pending' : 'open';
  return {
    ...request,
    contact_id: contactId,
    channel: pick(random, ['email', 'email', 'email', 'chat', 'chat', 'form', 'api'] as const),
    status,
    /** When it reached its status; the creation time for a new one. */
    status_at: life.at,
    messages: messagesOf(run, index, { ...request, ...life }, random),
  };
}

function sampleRequest(run: SeedRun, kind: RequestKind, index: number, random: Random) {
  const created = sampleCreatedAt(run, kind, index, random);
  const fields = { order: 100_000 + Math.floor(random() * 900_000), region: pick(random, words.REGIONS) };
  return {
    id: sampleId(run, kind, index),
    subject: sentence(random, words.SUBJECTS),
    priority: pick(random, PRIORITIES),
    tags: tagsOf(run, kind, index),
    custom_fields: random() < 0.6 ? fields : {},
    contact_id: contactOf(run, kind, index, random),
    assignee_id: pickUser(run, random, 0.75),
    created_at: created,
  };
}

/** A contact created before the request; recent contacts are more likely. */
function contactOf(run: SeedRun, kind: RequestKind, index: number, random: Random): string | null {
  const drawn = random();
  if (run.contacts === 0) return null;
  const known = Math.max(1, Math.floor((run.contacts * index) / countOf(run, kind)));
  return sampleId(run, 'contact', Math.floor(drawn ** 0.7 * known));
}

function pickUser({ users }: SeedRun, random: Random, likely: number): string | null {
  const [drawn, which] = [random(), random()];
  return drawn < likely ? (users[Math.floor(which * users.length)]?.id ?? null) : null;
}

/** Uses a random source of its own, so that tags can be derived without the rest of the ticket. */
function tagsOf({ seed }: SeedRun, kind: RequestKind, index: number): string[] {
  const random = seededRandom(seed, kind, index, 'tags');
  const count = Math.floor(random() ** 1.5 * 4);
  const names = Array.from(
    { length: count },
    () => words.TAG_NAMES[Math.floor(random() ** 2 * words.TAG_NAMES.length)] ?? '',
  );
  return [...new Set(names)];
}

/** The older a request, the more likely it has ended. */
function progressOf(created: Date, now: Date, random: Random) {
  const age = now.getTime() - created.getTime();
  const ended = random() < 0.97 - 0.8 * Math.exp(-age / (4 * DAY));
  const touched = ended || random() < 0.4;
  const took = Math.min(age, -Math.log(1 - random()) * (ended ? 10 * HOUR : 2 * HOUR));
  return { age, ended, touched, at: touched ? new Date(created.getTime() + Math.floor(took)) : created };
}

/** Contact and user alternate, starting with the contact; the last message precedes the status change. */
function messagesOf(
  run: SeedRun,
  index: number,
  request: ReturnType<typeof sampleRequest> & ReturnType<typeof progressOf>,
  random: Random,
) {
  const { assignee_id: assignee, created_at: created, at, touched } = request;
  const count = touched ? 1 + Math.floor(random() * 5) : 1;
  const step = (at.getTime() - created.getTime()) / (count + 1);
  return Array.from({ length: count }, (_, position) => {
    const writer = assignee ?? pickUser(run, random, 1);
    const isUser = position % 2 === 1 && writer !== null;
    const isNote = isUser && random() < 0.15;
    const body =
      position === 0
        ? `${sentence(random, words.REQUESTS)} ${sentence(random, words.CLOSINGS)}`
        : sentence(random, isNote ? words.NOTES : isUser ? words.AGENT_REPLIES : words.FOLLOW_UPS);
    const type: MessageType = isNote ? 'note' : isUser ? 'reply' : 'comment';
    return {
      id: sampleUuid([run.workspace, run.mode, run.seed, 'message'], index * 8 + position),
      body,
      type,
      /** Uuid; null for the contact. */
      user_id: isUser ? writer : null,
      created_at: new Date(created.getTime() + Math.floor(step * position)),
    };
  });
}

function countOf(run: SeedRun, kind: Kind): number {
  return { contact: run.contacts, ticket: run.tickets, conversation: run.conversations }[kind];
}

function sampleId({ workspace, mode, seed }: SeedRun, kind: Kind, index: number): string {
  return sampleUuid([workspace, mode, seed, kind], index);
}

/** Spreads records over two years, denser towards the present. */
function sampleCreatedAt(run: SeedRun, kind: Kind, index: number, random: Random): Date {
  const left = 1 - (index + random()) / countOf(run, kind);
  return new Date(Date.parse(run.at) - Math.ceil(left ** 1.5 * SPAN));
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

/** Lower-case ASCII letters for e-mail addresses. */
function slug(text: string, space: string): string {
  const letters = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', space);
  return letters
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z-]/g, '');
}
