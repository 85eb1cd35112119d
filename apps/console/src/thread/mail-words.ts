import type { Message } from './messages.ts';

export const isReceivedMail = ({ email, redacted_at: redactedAt }: Message): boolean =>
  redactedAt === null && email?.direction === 'incoming';

export interface MailNote {
  text: string;
  tone: 'quiet' | 'warning';
}

/** What is to be known of a received mail, in sentences. */
export function mailNotes(message: Message): MailNote[] {
  const { email } = message;
  if (email === null || !isReceivedMail(message)) return [];
  const notes: MailNote[] = [];
  const sender = email.from?.address ?? 'The sender';
  // A user who writes from their own mail takes part as a user.
  if (!email.is_participant && message.author.type === 'contact')
    notes.push({
      tone: 'warning',
      text: `${sender} is not part of this conversation: replies do not go to them.`,
    });
  if (email.authentication?.verified === false)
    notes.push({
      tone: 'warning',
      text: 'The sender’s address is not verified: somebody else may have sent this.',
    });
  if (email.is_automatic)
    notes.push({ tone: 'quiet', text: 'Automatic: a program sent this, and nobody waits for an answer.' });
  if (email.is_truncated)
    notes.push({ tone: 'quiet', text: 'Parts of this mail were left out. Its source has all of it.' });
  return notes;
}

const LINE_PX = 21;
const CHARACTERS_PER_LINE = 80;
const [HEIGHT_MIN, HEIGHT_MAX] = [96, 400];

/**
 * How high the frame of a mail is, in pixels. The frame tells nobody how high its document is, since that would take a script in it: the
 * text, which the message has too, says about how many lines there are.
 */
export function frameHeightOf({ body, quoted_body: quoted }: Pick<Message, 'body' | 'quoted_body'>): number {
  const lines = body
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / CHARACTERS_PER_LINE)), 0);
  const height = Math.ceil((lines * 1.25 + (quoted === null ? 0 : 2)) * LINE_PX) + 40;
  return Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, height));
}
