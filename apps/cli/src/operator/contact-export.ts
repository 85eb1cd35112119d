// Writes what is stored about a contact as one JSON object, a record at a time: an export may be larger than the memory.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ContactRecords, type exportContactPage, type Input, type Result } from '@parley/contracts';
import { CommandFailure } from '../failure.ts';

type PageInput = Input<typeof exportContactPage>;
type Page = Result<typeof exportContactPage>;
type ReadPage = (input: PageInput) => Promise<Page>;
/** Whose records are exported. */
type Subject = Omit<PageInput, 'list' | 'conversation' | 'cursor'>;

/**
 * Writes an export to `file`, or to `output`. Returns what the command prints at its end: with `file`, the number of
 * records; otherwise nothing. An interrupted export is no complete JSON object.
 */
export async function writeExport(
  { file, ...subject }: Subject & { file?: string },
  contact: unknown,
  output: Writable,
  readPage: ReadPage,
): Promise<object | undefined> {
  const stream = file === undefined ? output : await openNew(file);
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const records: Record<string, number> = {};
  await write(`{\n"contact": ${JSON.stringify(contact)}`);
  for (const list of ContactRecords.options) {
    let count = 0;
    await write(`,\n"${list}": [`);
    for await (const record of recordsOf(readPage, subject, list)) {
      await write(`${count === 0 ? '' : ','}\n${JSON.stringify(record)}`);
      count += 1;
    }
    await write(count === 0 ? ']' : '\n]');
    records[list] = count;
  }
  await write('\n}\n');
  if (file === undefined) return undefined;
  stream.end();
  await finished(stream);
  return { contact: subject.contact, file, records };
}

/** Only for the operator: what it holds is personal. */
async function openNew(file: string): Promise<Writable> {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(stream, 'open').catch((error: unknown) => {
    const { code } = error as { code?: string };
    throw new CommandFailure(`cannot write ${file} (${code})`, 2);
  });
  return stream;
}

async function* recordsOf(readPage: ReadPage, subject: Subject, list: PageInput['list']) {
  if (list !== 'messages') return yield* pagesOf(readPage, { ...subject, list });
  for await (const { id } of pagesOf(readPage, { ...subject, list: 'conversations' })) {
    const conversation = id as NonNullable<PageInput['conversation']>;
    yield* pagesOf(readPage, { ...subject, list, conversation });
  }
}

async function* pagesOf(readPage: ReadPage, input: PageInput): AsyncGenerator<{ id: string }, void> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor === undefined ? input : { ...input, cursor });
    yield* page.records;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
