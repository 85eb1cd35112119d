import type { ParsedInput, updateMailbox } from '@parley/contracts';
import type { Transaction } from '@parley/persistence';
import { deleteImport, releaseImporting, setImport } from '../incoming/imap/import.queries.ts';
import { assertImportable, NO_IMPORT, type ImportColumns } from './import.rules.ts';
import type { MailboxWithActivity } from './mailbox.entity.ts';

/** Null ends an import; absent leaves it as it is. */
type Input = ParsedInput<typeof updateMailbox>['body']['import'];

/** Begins or ends the import of a mailbox; another transport than IMAP ends it. Returns the columns that change, if any does. Throws 422. */
export async function changeImport(
  tx: Transaction,
  { id, transport, import_since: since }: Pick<MailboxWithActivity, 'id' | 'transport' | 'import_since'>,
  input: Input,
): Promise<Partial<ImportColumns>> {
  if (input === undefined) return since === null || transport.type === 'imap_smtp' ? {} : endImport(tx, id);
  if (input === null) return endImport(tx, id);
  assertImportable(input, transport, new Date());
  const begun = await tx.query(setImport, [id, input.since]);
  return begun.length === 0
    ? {}
    : { import_since: input.since, import_imported: 0, import_has_begun: false, import_completed_at: null };
}

/** What it has stored already becomes messages. */
export async function endImport(tx: Transaction, id: string): Promise<Partial<ImportColumns>> {
  // The order of locks in which a mail of it is recorded.
  await tx.query(releaseImporting, [id]);
  const ended = await tx.query(deleteImport, [id]);
  return ended.length === 0 ? {} : NO_IMPORT;
}
