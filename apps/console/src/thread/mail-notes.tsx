import { Icon } from '../components/icon.tsx';
import { mailNotes } from './mail-words.ts';
import type { Message } from './messages.ts';
import classes from './thread.module.css';

/** What is to be known of a received mail before one answers it. */
export function MailNotes({ message }: { message: Message }) {
  const notes = mailNotes(message);
  if (notes.length === 0) return null;
  return (
    <ul className={classes.mailNotes} aria-label="About this mail">
      {notes.map(({ text, tone }) => (
        <li key={text} data-tone={tone}>
          <Icon name={tone === 'warning' ? 'warning' : 'mail'} size={14} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
