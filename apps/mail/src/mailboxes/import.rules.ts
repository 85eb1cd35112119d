import { invalidParameter, type MailboxImport, type Transport } from '@parley/contracts';

/** The import of a mailbox, as it is read with the mailbox; all null without one. */
export interface ImportColumns {
  import_since: Date | null;
  import_imported: number | null;
  /** The folder has been opened. */
  import_has_begun: boolean | null;
  import_completed_at: Date | null;
}

export const NO_IMPORT: ImportColumns = {
  import_since: null,
  import_imported: null,
  import_has_begun: null,
  import_completed_at: null,
};

/** Throws 422 for a mailbox that does not read over IMAP, and a time of which there are no mails yet. */
export function assertImportable(
  { since }: { since: Date },
  { type }: Pick<Transport, 'type'>,
  now: Date,
): void {
  if (type !== 'imap_smtp')
    throw invalidParameter('import', 'is only possible with the transport imap_smtp, which reads a folder');
  if (since > now) throw invalidParameter('import.since', 'must not be in the future');
}

/** What the API shows of an import. */
export function toImport({
  import_since: since,
  import_imported: imported,
  import_has_begun: hasBegun,
  import_completed_at: completedAt,
}: ImportColumns): MailboxImport | null {
  if (since === null) return null;
  const running = hasBegun === true ? 'running' : 'pending';
  return {
    since: since.toISOString(),
    status: completedAt === null ? running : 'completed',
    imported: imported ?? 0,
    completed_at: completedAt?.toISOString() ?? null,
  };
}
