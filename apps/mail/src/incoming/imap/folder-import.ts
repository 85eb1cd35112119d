import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { Reception } from '../reception.ts';
import { FolderReader } from './folder-reader.ts';
import { isOversized } from './imap-errors.rules.ts';
import type { FoundMail } from './imap-session.ts';
import {
  advanceImport,
  completeImport,
  findImport,
  findImporting,
  placeImport,
  type ImportTask,
} from './import.queries.ts';
import { KnownMails, unknownOf, type UnknownMail } from './known-mails.ts';
import type { Position } from './position.rules.ts';
import type { Reading } from './reading.ts';

/** Time after which what arrives is looked at. */
const SLICE_MS = 5_000;
/** Mails of which it is asked together which are known. */
const CHUNK = 200;

/** `idle`: there is nothing to import; `more`: there is; `later`: a mail has to be tried again after a while. */
export type ImportProgress = 'idle' | 'more' | 'later';

/** An import with the place of its folder. */
type PlacedTask = ImportTask & { readonly uid_validity: number; readonly end_uid: number };

/** A mail of which the date is known at which it came to the folder. */
type DatedMail = UnknownMail & { readonly receivedAt: Date };

/** What imports need. */
@Injectable()
export class FolderImports {
  constructor(
    readonly db: Database,
    readonly folders: FolderReader,
    readonly known: KnownMails,
    readonly reception: Pick<Reception, 'receive'>,
  ) {}
}

/**
 * Imports the mails that were in a folder before, over the connection that fetches what arrives: one mail after the other, each of which is
 * stored and read before the next. What arrives comes first: a step ends when the server tells of something new.
 */
export class FolderImport {
  /** Mails behind the cursor that were listed, so that the folder is not listed for each. */
  #listed: FoundMail[] = [];
  #listedFor = '';

  constructor(private readonly parts: FolderImports) {}

  /** One step of the import of a mailbox. Throws what ends the connection. */
  async step(reading: Reading, position: Position, signal: AbortSignal): Promise<ImportProgress> {
    const found = await this.parts.db.read(reading.newCtx()).one(findImport, [reading.mailbox.id]);
    if (found === undefined) {
      this.#listed = [];
      return 'idle';
    }
    if (!(await this.#readStored(reading))) return 'later';
    const task = await this.#placed(reading, position, found);
    const until = Date.now() + SLICE_MS;
    let last = task.last_uid;
    const mayGoOn = () => Date.now() < until && !signal.aborted && !reading.session.hasNews;
    while (mayGoOn()) {
      const chunk = await this.#next(reading, task, last);
      if (chunk.length === 0) {
        await this.#write(reading, completeImport, [task.since, task.uid_validity]);
        return 'idle';
      }
      for (const mail of await this.#fresh(reading, task, chunk)) {
        const isDone = await this.#take(reading, position, task, mail);
        if (isDone !== 'done') return isDone;
        last = mail.uid;
        if (!mayGoOn()) return 'more';
      }
      last = chunk.at(-1)?.uid ?? last;
      if (!(await this.#advance(reading, task, last))) return 'more';
    }
    return 'more';
  }

  /** Reads what was stored and not read because a process ended, or because it has to be tried again. False if it still has to be. */
  async #readStored({ newCtx, mailbox }: Reading): Promise<boolean> {
    const mails = await this.parts.db.read(newCtx()).query(findImporting, [mailbox.id]);
    for (const mail of mails) {
      if (mail.due_at.getTime() > Date.now()) return false;
      if ((await this.parts.reception.receive(mail)) === 'later') return false;
    }
    return true;
  }

  /** A folder with other UIDs is read from its beginning: what is imported already is known by its content. */
  async #placed(reading: Reading, position: Position, task: ImportTask): Promise<PlacedTask> {
    const { account, uid_validity: uidValidity, last_uid: end } = position;
    if (task.account === account && task.uid_validity === uidValidity && task.end_uid !== null)
      return { ...task, uid_validity: uidValidity, end_uid: task.end_uid };
    await this.#write(reading, placeImport, [task.since, account, uidValidity, end]);
    return { ...task, account, uid_validity: uidValidity, last_uid: 0, end_uid: end };
  }

  /** The next mails of the folder; none at its end. */
  async #next({ session }: Reading, task: PlacedTask, last: number): Promise<readonly FoundMail[]> {
    const key = `${task.since.getTime()}:${task.account}:${task.uid_validity}`;
    if (this.#listedFor !== key) this.#listed = [];
    this.#listedFor = key;
    this.#listed = this.#listed.filter(({ uid }) => uid > last);
    if (this.#listed.length === 0) this.#listed = await session.mailsAfter(last);
    return this.#listed.filter(({ uid }) => uid <= task.end_uid).slice(0, CHUNK);
  }

  /** Those that are new enough, and not known. A mail without a date is none of which anybody knows that it is. */
  async #fresh(
    reading: Reading,
    { since }: PlacedTask,
    chunk: readonly FoundMail[],
  ): Promise<readonly DatedMail[]> {
    const dated = chunk.filter(
      (mail): mail is DatedMail => mail.receivedAt !== null && mail.receivedAt >= since,
    );
    if (dated.length === 0) return [];
    return unknownOf(dated, await this.parts.known.among(reading, dated));
  }

  async #take(
    reading: Reading,
    position: Position,
    task: PlacedTask,
    mail: DatedMail,
  ): Promise<'done' | 'more' | 'later'> {
    try {
      await this.parts.folders.takeOld(reading, position, mail);
    } catch (error) {
      // The client has closed the connection; the next one goes on behind the mail, which is recorded as left at its server.
      if (isOversized(error)) await this.#advance(reading, task, mail.uid);
      throw error;
    }
    if (!(await this.#advance(reading, task, mail.uid))) return 'more';
    return (await this.#readStored(reading)) ? 'done' : 'later';
  }

  async #advance(reading: Reading, task: PlacedTask, uid: number): Promise<boolean> {
    const values = [reading.mailbox.id, task.since, task.uid_validity, uid];
    const moved = await this.parts.db.transaction(reading.newCtx(), (tx) => tx.query(advanceImport, values));
    return moved.length > 0;
  }

  async #write(
    { newCtx, mailbox }: { newCtx: () => TenantContext; mailbox: { id: string } },
    statement: typeof placeImport,
    values: readonly unknown[],
  ): Promise<void> {
    await this.parts.db.transaction(newCtx(), (tx) => tx.query(statement, [mailbox.id, ...values]));
  }
}
