/** How far a folder was read. */
export interface Position {
  readonly account: string;
  readonly username: string;
  readonly uid_validity: number;
  readonly last_uid: number;
  readonly walk_end: number;
  readonly started_at: Date;
  /** When the folder was last read from its beginning; null if never. */
  readonly walked_at: Date | null;
}

/** A folder as the server shows it when it is opened (RFC 9051 section 6.3.2). */
export interface OpenedFolder {
  readonly account: string;
  readonly username: string;
  readonly uidValidity: number;
  readonly uidNext: number;
}

/** A server that gives its mails other UIDs again and again has its folder read so slowly: 50 mails a second on average. */
const WALK_MS_PER_MAIL = 20;
const LONGEST_PAUSE_MS = 60 * 60_000;
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
    return { account, username, uid_validity, last_uid: end, walk_end: 0, started_at: now, walked_at: null };
  if (before.account === account && before.uid_validity === uid_validity) return before;
  const { started_at } = before;
  return { account, username, uid_validity, last_uid: 0, walk_end: end, started_at, walked_at: now };
}

/** Milliseconds until a folder that has got other UIDs is read again from its beginning: none the first time. */
export function pauseBeforeWalk(
  { walk_end: mails }: Position,
  before: Position | undefined,
  now: Date,
): number {
  const walked = before?.walked_at?.getTime() ?? -Infinity;
  return Math.max(0, walked + Math.min(mails * WALK_MS_PER_MAIL, LONGEST_PAUSE_MS) - now.getTime());
}

/** The place of a mail in a folder. */
export const placeOf = (
  { account, uid_validity: uidValidity }: Position,
  folder: string,
  { uid }: { readonly uid: number },
) => ({ kind: 'imap', folder: `${account}/${folder}`, uidValidity, uid }) as const;

/** Whether a mail was in the folder before the mailbox received: only the date tells it once the UIDs are others. */
export function isOlder(mail: { uid: number; receivedAt: Date | null }, position: Position): boolean {
  if (mail.uid > position.walk_end || mail.receivedAt === null) return false;
  return mail.receivedAt.getTime() < position.started_at.getTime() - DATE_MARGIN_MS;
}
