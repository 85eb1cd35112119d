import type { Transaction } from '@parley/persistence';
import { deletePlace } from '../graph/graph.queries.ts';
import { deleteFolders } from '../imap/imap.queries.ts';
import { deleteLease } from './lease.queries.ts';

/** Forgets how far a mailbox was read: the next process that reads it begins with what arrives from then on. */
export async function forgetPlaces(tx: Transaction, mailboxUuid: string): Promise<void> {
  // The lease ends first, so that the process which has it stores no place any more.
  await tx.query(deleteLease, [mailboxUuid]);
  await tx.query(deletePlace, [mailboxUuid]);
  await tx.query(deleteFolders, [mailboxUuid]);
}
