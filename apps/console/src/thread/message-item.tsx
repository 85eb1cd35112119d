import { Icon } from '../components/icon.tsx';
import { TimeAgo } from '../components/time-ago.tsx';
import { AttachmentList } from './attachments.tsx';
import type { Message } from './messages.ts';
import classes from './thread.module.css';

/** Who wrote it and who sees it, in words: the ground of a message only repeats it. */
function kindOf({ type, author }: Message): { look: string; text: string } {
  if (type === 'note') return { look: 'note', text: 'Internal note' };
  if (author.type === 'contact') return { look: 'contact', text: 'Contact' };
  return type === 'reply' ? { look: 'reply', text: 'Reply' } : { look: 'comment', text: 'Comment, not sent' };
}

export function MessageItem({ message }: { message: Message }) {
  const { author, body, attachments, redacted_at: redactedAt, created_at: createdAt } = message;
  const { look, text } = kindOf(message);
  return (
    <li className={classes.message} data-look={look}>
      <div className={classes.head}>
        <strong>{author.name ?? (author.type === 'contact' ? 'Contact' : 'A former member')}</strong>
        <span className={classes.kind}>
          {look === 'note' && <Icon name="lock" size={13} />}
          {text}
        </span>
        <TimeAgo at={createdAt} />
      </div>
      {redactedAt !== null ? (
        <p className={classes.redacted}>The text of this message has been removed.</p>
      ) : (
        body !== '' && <p className={classes.body}>{body}</p>
      )}
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
    </li>
  );
}
