/** How far a folder was read. */
export interface Position {
  readonly account: string;
  readonly username: string;
  readonly uid_validity: number;
  readonly last_uid: number;
  readonly walk_end: number;
  readonly started_at: Date;
}

/** A folder as the server shows it when it is opened (RFC 9051 section 6.3.2). */
export interface OpenedFolder {
  readonly account: string;
  readonly username: string;
  readonly uidValidity: number;
  readonly uidNext: number;
}

/** The clock of the server may differ from ours by so much. */
const DATE_MARGIN_MS = 3_600_000;

/**
 * Where to read a folder from. At first it is its present end: what was there before is no mail of the mailbox. With other UIDs than
 * before, or at another server, it is its beginning, since nothing tells which mails are known: their content decides.
 */
export function positionIn(folder: OpenedFolder, before: Position | undefined, now: Date): Position {
  const { account, username, uidValidity: uid_validity } = folder;
  const end = folder.uidNext - 1;
  if (before?.username !== username)
    return { account, username, uid_validity, last_uid: end, walk_end: 0, started_at: now };
  if (before.account === account && before.uid_validity === uid_validity) return before;
  return { account, username, uid_validity, last_uid: 0, walk_end: end, started_at: before.started_at };
}

/** Whether a mail was in the folder before the mailbox received: only the date tells it once the UIDs are others. */
export function isOlder(mail: { uid: number; receivedAt: Date | null }, position: Position): boolean {
  if (mail.uid > position.walk_end || mail.receivedAt === null) return false;
  return mail.receivedAt.getTime() < position.started_at.getTime() - DATE_MARGIN_MS;
}
