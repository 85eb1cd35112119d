// Writes what is stored about a contact as one JSON object, a record at a time: an export may be larger than the memory.
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { ContactRecords } from '@parley/contracts';
import { CommandFailure, toOutput } from './command-line.mjs';

/**
 * Writes an export to `--file`, or to `output`. Returns what the command prints at its end: with `--file`, the number of
 * records. An interrupted export is no complete JSON object.
 * @param call returns a page of records
 */
export async function writeExport({ input: { file, ...input }, result, output }, call) {
  const stream = file === undefined ? output : await openNew(file);
  const write = async (text) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const records = {};
  await write(`{\n"contact": ${JSON.stringify(result.contact)}`);
  for (const list of ContactRecords.options) {
    records[list] = 0;
    await write(`,\n"${list}": [`);
    for await (const record of recordsOf(call, input, list)) {
      await write(`${records[list] === 0 ? '' : ','}\n${JSON.stringify(record)}`);
      records[list] += 1;
    }
    await write(records[list] === 0 ? ']' : '\n]');
  }
  await write('\n}\n');
  if (file === undefined) return '';
  stream.end();
  await finished(stream);
  return toOutput({ contact: input.contact, file, records });
}

/** Only for the operator: what it holds is personal. */
async function openNew(file) {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  await once(stream, 'open').catch(({ code }) => {
    throw new CommandFailure(`contact:export: cannot write ${file} (${code})`, 2);
  });
  return stream;
}

async function* recordsOf(call, input, list) {
  if (list !== 'messages') {
    yield* pagesOf(call, { ...input, list });
    return;
  }
  for await (const { id } of pagesOf(call, { ...input, list: 'conversations' }))
    yield* pagesOf(call, { ...input, list, conversation: id });
}

async function* pagesOf(call, input) {
  let cursor;
  do {
    const page = await call(cursor === undefined ? input : { ...input, cursor });
    yield* page.records;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
