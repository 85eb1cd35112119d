import { Injectable } from '@nestjs/common';
import {
  ApiError,
  discardDeadLetters,
  encodeId,
  getDeadLetter,
  listDeadLetters,
  notFound,
  replayDeadLetters,
  uuidOf,
  type DeadLetter,
  type ParsedInput,
  type Result,
} from '@parley/contracts';
import { remaining, TransactionRunner, type Context } from '@parley/runtime/context';
import { Handles } from '@parley/runtime/handlers';
import { deleteInBatches, PRUNE_BATCH } from '@parley/runtime/scheduling';
import type { Consumer } from './consumer.ts';
import { Envelope, fromEnvelope } from './envelope.ts';

const MARGIN_MS = 2_000;
const MAX_REPLAYED = 100;

const LIST = `select id, consumer, message_id, type, error, attempts, dead_lettered_at from dead_letter
  where replayed_at is null order by dead_lettered_at, id limit $1`;
const FIND = `select id, consumer, message_id, type, error, attempts, dead_lettered_at, envelope from dead_letter
  where id = $1 and replayed_at is null`;
/** Letter `$1`, or those of consumer `$2`. */
const DISCARD = `delete from dead_letter where id in (
    select id from dead_letter where replayed_at is null and (id = $1 or consumer = $2) limit ${PRUNE_BATCH})
    returning 1 as discarded`;
const COUNT = `select count(*)::int as n from dead_letter where replayed_at is null`;
/** Letter `$1`, or all: those that failed again come last, so that they do not block the others. */
const REPLAYABLE = `select id, consumer, envelope from dead_letter where replayed_at is null and ($1::uuid is null or id = $1)
  order by attempts, dead_lettered_at, id limit ${MAX_REPLAYED}`;
const REPLAYED = 'update dead_letter set replayed_at = now() where id = $1';
const FAILED = 'update dead_letter set attempts = attempts + 1, error = $2 where id = $1';

interface Row {
  id: string;
  consumer: string;
  message_id: string | null;
  type: string | null;
  error: string;
  attempts: number;
  dead_lettered_at: Date;
}

interface Letter {
  id: string;
  /** The subscriber that failed, or the service if the message could not be dispatched to one. */
  consumer: string;
  envelope: string;
}

@Injectable()
export class DeadLetterCommands {
  #consumer: Consumer | undefined;

  constructor(private readonly transactor: TransactionRunner) {}

  setConsumer(consumer: Consumer): void {
    this.#consumer = consumer;
  }

  @Handles(listDeadLetters)
  async list(_ctx: Context, { limit }: ParsedInput<typeof listDeadLetters>) {
    const rows = await this.transactor.raw<Row>('dead_letter.list', LIST, [limit]);
    return { dead_letters: rows.map(toDeadLetter), total: await this.#count() };
  }

  @Handles(getDeadLetter)
  async show(_ctx: Context, { id }: ParsedInput<typeof getDeadLetter>) {
    const values = [uuidOf('dead_letter', id)];
    const [row] = await this.transactor.raw<Row & Letter>('dead_letter.find', FIND, values);
    if (row === undefined) throw notFound('dead letter');
    return { ...toDeadLetter(row), error: row.error, message: jsonOrText(row.envelope) };
  }

  @Handles(discardDeadLetters)
  async discard(_ctx: Context, { id, consumer }: ParsedInput<typeof discardDeadLetters>) {
    const values = [id === undefined ? null : uuidOf('dead_letter', id), consumer ?? null];
    let discarded = 0;
    await deleteInBatches(async () => {
      const deleted = await this.transactor.raw('dead_letter.discard', DISCARD, values);
      discarded += deleted.length;
      return deleted;
    });
    if (id !== undefined && discarded === 0) throw notFound('dead letter');
    return { discarded };
  }

  @Handles(replayDeadLetters)
  async replay(ctx: Context, { id }: ParsedInput<typeof replayDeadLetters>) {
    const consumer = this.#consumer;
    if (consumer === undefined) throw new ApiError('service_unavailable');
    const only = id === undefined ? null : uuidOf('dead_letter', id);
    const letters = await this.transactor.raw<Letter>('dead_letter.replayable', REPLAYABLE, [only]);
    if (id !== undefined && letters.length === 0) throw notFound('dead letter');
    let replayed = 0;
    const failed: Result<typeof replayDeadLetters>['failed'] = [];
    for (const letter of letters) {
      if (replayed + failed.length > 0 && remaining(ctx) < MARGIN_MS) break;
      const error = await this.#replay(letter, consumer);
      if (error === null) replayed += 1;
      else failed.push({ id: encodeId('dead_letter', letter.id), error });
    }
    const left = id === undefined ? (await this.#count()) - failed.length : 0;
    return { replayed, failed, remaining: Math.max(left, 0) };
  }

  /** Returns the error, or `null`. Only the subscriber that failed gets the event: the records of the others may have expired. */
  async #replay({ id, consumer: name, envelope }: Letter, consumer: Consumer): Promise<string | null> {
    const event = read(envelope);
    if (typeof event === 'string') return event;
    // A message that was not dispatched has the name of its service, which has no dot.
    const subscription = name.includes('.') ? consumer.find(name) : undefined;
    const types = name.includes('.') ? subscription?.types : consumer.types;
    if (types?.has(event.type) !== true) return `${name} does not subscribe to ${event.type} any more.`;
    const result = await consumer.consume(event, 1, subscription);
    if (result.outcome === 'done') {
      await this.transactor.raw('dead_letter.replayed', REPLAYED, [id]);
      return null;
    }
    const isOutage = result.outcome === 'unavailable' || result.isOutage === true;
    // An outage does not count as an attempt.
    if (!isOutage) await this.transactor.raw('dead_letter.failed', FAILED, [id, result.cause]);
    const problem = isOutage
      ? 'A dependency of the subscriber is unavailable'
      : 'The subscriber failed again';
    return `${problem}: ${firstLine(result.cause)}`;
  }

  async #count(): Promise<number> {
    const [row] = await this.transactor.raw<{ n: number }>('dead_letter.count', COUNT, []);
    return row?.n ?? 0;
  }
}

function read(text: string): Envelope | string {
  try {
    const envelope = Envelope.parse(JSON.parse(text));
    return fromEnvelope(envelope) === undefined
      ? `This version does not know the event type ${envelope.type}.`
      : envelope;
  } catch {
    return 'The message is not an event.';
  }
}

function toDeadLetter(row: Row): DeadLetter {
  return {
    id: encodeId('dead_letter', row.id),
    consumer: row.consumer,
    event_id: row.message_id === null ? null : encodeId('event', row.message_id),
    type: row.type,
    error: firstLine(row.error),
    attempts: row.attempts,
    dead_lettered_at: row.dead_lettered_at.toISOString(),
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
