import { createHash } from 'node:crypto';
import { eventually } from '@parley/testing';
import type pg from 'pg';
import type { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { holdStage, type Stage } from './held-stage.ts';
import type { Mailing } from './mailing.ts';
import { blocked, type Reached, type Victim } from './reached.ts';

/** What a boundary knows of its round. */
export interface RoundScene {
  readonly mailing: Mailing;
  readonly server: ScriptedSmtpServer;
  /** Uuids of its conversations. */
  readonly conversations: readonly string[];
  /** A number of this round from 0 to 1. */
  readonly chance: number;
  /** Resolves when the replies of the round were answered. */
  readonly written: () => Promise<unknown>;
}

export interface Boundary {
  readonly name: string;
  readonly victim: Victim;
  /** Whether the replies have a large file. */
  readonly isLarge?: boolean;
  /** Prepares it, before the replies are written. */
  readonly prepare: (scene: RoundScene) => Promise<Reached>;
}

/** Locks rows that a service locks, too: in a deadlock between the two the test may be the one that is refused. */
function lockRows(holder: pg.PoolClient, lock: string, conversations: readonly string[]): Promise<unknown> {
  return eventually(async () => {
    try {
      await holder.query(lock, [conversations]);
    } catch (error) {
      await holder.query('rollback');
      await holder.query('begin');
      throw error;
    }
  });
}

/** At a stage of SMTP, where the server does not answer any more. */
const atStage = (name: string, stage: Stage, victim: Victim = 'mail', isLarge = false): Boundary => ({
  name,
  victim,
  isLarge,
  prepare: ({ server }) => {
    // A connection that is kept is past its greeting.
    server.dropConnections();
    const { reached, release } = holdStage(server, stage);
    // A server whose client lives has nothing to drop.
    return Promise.resolve({ reached, release: () => release(victim === 'mail' ? 'drop' : undefined) });
  },
});

/** Where a statement waits for what another transaction holds, from the beginning of the round. */
const atStatement = (
  name: string,
  { victim, statement, lock }: { victim: Victim; statement: string; lock: string },
): Boundary => ({
  name,
  victim,
  prepare: async (scene) => {
    const holder = await scene.mailing.hold();
    await holder.query(lock, lock.includes('$1') ? [scene.conversations[0]] : []);
    return { reached: blocked(scene.mailing, holder, statement), release: () => scene.mailing.letGo(holder) };
  },
});

/** Where a statement of a mail waits, that comes when the server goes on from a stage. */
const afterStage = (
  name: string,
  stage: Stage,
  victim: Victim,
  lock: string,
  statement: string,
): Boundary => ({
  name,
  victim,
  prepare: async (scene) => {
    const held = holdStage(scene.server, stage);
    const holder = await scene.mailing.hold();
    const reach = async () => {
      await held.reached;
      await scene.written();
      await lockRows(holder, lock, scene.conversations);
      held.release();
      await blocked(scene.mailing, holder, statement);
    };
    return { reached: reach(), release: () => scene.mailing.letGo(holder) };
  },
});

/** After a part of the time that a round takes. */
const sometime = (victim: Victim): Boundary => ({
  name: `${victim}: at any time`,
  victim,
  prepare: ({ chance, written }) =>
    Promise.resolve({
      reached: written().then(() => new Promise((resolve) => setTimeout(resolve, 500 * chance ** 2))),
      release: () => undefined,
    }),
});

/** As soon as a row is there. */
const onceThere = (name: string, victim: Victim, condition: string): Boundary => ({
  name,
  victim,
  prepare: ({ mailing, conversations }) =>
    Promise.resolve({
      reached: eventually(async () => (await mailing.sql(condition, [conversations])).length > 0),
      release: () => undefined,
    }),
});

/** How the statement of a claim begins, and what all of them wait for. */
const CLAIM = 'select workspace_id, mode, id, lease_token%';
const CLAIMS = `select pg_advisory_xact_lock(7312, hashtext('mail'))`;

const stored: Boundary = {
  name: 'mail: the source is stored, and the row not',
  victim: 'mail',
  prepare: async (scene) => {
    const { mailing, conversations, written } = scene;
    // The first claim waits, so that the mail is known before it is composed.
    const [claims, holder] = [await mailing.hold(), await mailing.hold()];
    await claims.query(CLAIMS);
    const reach = async () => {
      await written();
      const { mail_id: id } = await eventually(async () => {
        const [row] = await mailing.sql<{ mail_id: string }>(
          'select mail_id from mail.outgoing_mail where conversation_id = $1 and number = 1',
          [conversations[0]],
        );
        if (row === undefined) throw new Error('no mail is queued');
        return row;
      });
      await holder.query(
        `insert into mail.thread_reference (workspace_id, mode, key, conversation_id, message_id, created_at)
           select workspace_id, mode, $1, conversation_id, message_id, now() from mail.outgoing_mail where mail_id = $2`,
        [createHash('sha256').update(id).digest(), id],
      );
      await mailing.letGo(claims);
      await blocked(scene.mailing, holder, 'insert into thread_reference%');
    };
    return { reached: reach(), release: () => scene.mailing.letGo(holder) };
  },
};

const composed = atStatement('mail: a mail is composed', {
  victim: 'mail',
  lock: `insert into mail.reply_address (workspace_id, mode, token, conversation_id, created_at)
           select workspace_id, mode, id::text, id, now() from conversation.conversation where id = $1`,
  statement: 'insert into reply_address%',
});

/** The process that is asked for the message, or for its bytes, has gone when it is asked. */
const gone = (victim: Victim): Boundary => ({
  name: `${victim}: before a mail is composed`,
  victim,
  prepare: async (scene) => {
    const claims = await scene.mailing.hold();
    await claims.query(CLAIMS);
    return {
      reached: scene.written().then(() => blocked(scene.mailing, claims, CLAIM)),
      release: () => scene.mailing.letGo(claims),
    };
  },
});

export const BOUNDARIES: readonly Boundary[] = [
  sometime('mail'),
  sometime('conversation'),
  sometime('file'),
  atStatement('mail: a request is queued', {
    victim: 'mail',
    lock: 'lock table mail.outgoing_mail in share mode',
    statement: '%outgoing_mail%',
  }),
  atStatement('mail: a claim', { victim: 'mail', lock: CLAIMS, statement: CLAIM }),
  composed,
  stored,
  atStage('mail: the server greets', 'greeting'),
  atStage('mail: after EHLO', 'ehlo'),
  atStage('mail: after MAIL', 'mail'),
  atStage('mail: after RCPT', 'rcpt'),
  atStage('mail: after DATA', 'data'),
  afterStage(
    'mail: after 354, before it is handed over',
    'data',
    'mail',
    'select from mail.outgoing_mail where conversation_id = any($1) for update',
    'update outgoing_mail set handed_over_at%',
  ),
  atStage('mail: in the body', 'body', 'mail', true),
  atStage('mail: after the body, before the answer', 'end'),
  afterStage(
    'mail: after the answer, before it is stored',
    'end',
    'mail',
    'select from mail.outgoing_mail where conversation_id = any($1) for update',
    '%for update',
  ),
  onceThere(
    'mail: the result is stored',
    'mail',
    `select from mail.outgoing_mail where conversation_id = any($1) and status = 'sent'`,
  ),
  atStatement('conversation: before a message is stored', {
    victim: 'conversation',
    lock: 'select from conversation.conversation where id = $1 for update',
    statement: '%for update',
  }),
  onceThere(
    'conversation: a message is stored',
    'conversation',
    'select from conversation.message where conversation_id = any($1)',
  ),
  gone('conversation'),
  afterStage(
    'conversation: a result is received',
    'end',
    'conversation',
    'select from conversation.message where conversation_id = any($1) for update',
    '%for update',
  ),
  gone('file'),
  atStatement('file: a source is stored', {
    victim: 'file',
    lock: 'lock table file.file in share mode',
    statement: 'insert into%',
  }),
  atStage('file: in the body', 'body', 'file', true),
];
