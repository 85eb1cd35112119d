import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { encodeId, services } from '@parley/contracts';
import { connected } from '@parley/testing';

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname = any($1) order by 1`;
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as content
    from pg_sequences where schemaname = any($1) order by 1`;

/** How many rows each table has and a hash of them, and where each sequence is, by name. */
export async function rowsOf(url: string): Promise<Record<string, string>> {
  await using client = await connected(url);
  const { rows: sequences } = await client.query<{ name: string; content: string }>(SEQUENCES, [services]);
  const { rows: tables } = await client.query<{ name: string }>(TABLES, [services]);
  const found = Object.fromEntries(sequences.map(({ name, content }) => [name, content]));
  for (const { name } of tables) {
    const { rows } = await client.query<{ content: string }>(
      `select concat(count(*), ' rows ', md5(string_agg(t::text, e'\\n' order by t::text))) as content from ${name} t`,
    );
    found[name] = rows[0]?.content ?? '';
  }
  return found;
}

const PUBLISHED = services.map((service) => `select id from ${service}.outbox`).join(' union all ');
/** What one service has of another: rows that it refers to, and events that it has processed. */
const REFERENCES = [
  `select 'ticket' as of, conversation_id as id from ticket.ticket where conversation_id is not null
     and conversation_id not in (select id from conversation.conversation)`,
  `select 'attachment', message_id from file.attachment where expires_at is null
     and message_id not in (select id from conversation.message)`,
  ...services.map(
    (service) => `select '${service}', message_id from ${service}.processed_event
      where message_id not in (${PUBLISHED})`,
  ),
];

/** References to what the other service does not have: none, if all are of one moment. */
export async function danglingIn(url: string): Promise<unknown[]> {
  await using client = await connected(url);
  return (await client.query<Record<string, string>>(REFERENCES.join(' union all '))).rows;
}

const WAITING = [
  ...services.map((service) => `select '${service}' as of, event_id as id from ${service}.outbox_queue`),
  ...services.map((service) => `select '${service}', message_id from ${service}.dead_letter`),
  `select 'delivery', event_id from webhook.delivery`,
].join(' union all ');

/** Events that are to be published, that a subscriber has failed to process, or that are to be delivered. */
export async function waitingIn(url: string): Promise<unknown[]> {
  await using client = await connected(url);
  return (await client.query<Record<string, string>>(WAITING)).rows;
}

/** The SHA-256 of each file below a folder, by path. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = paths.toSorted().map(async (path) => {
    const hash = createHash('sha256').update(await readFile(path));
    return [relative(folder, path), hash.digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

/** The files that a database has, and a folder has not, or has otherwise. */
export async function filesWithoutBytes(url: string, folder: string): Promise<unknown[]> {
  const hashes = new Map(Object.entries(await filesIn(folder)).map(([path, hash]) => [basename(path), hash]));
  await using client = await connected(url);
  const { rows } = await client.query<{ id: string; sha256: string }>(
    `select coalesce(object_id, id) as id, sha256 from file.file where status <> 'uploading'`,
  );
  return rows.filter(({ id, sha256 }) => hashes.get(encodeId('file', id)) !== sha256);
}
