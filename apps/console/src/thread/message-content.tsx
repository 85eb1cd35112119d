import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { usePublicApi } from '../app/session.tsx';
import { mailContentQuery } from './mail-content.ts';
import { MailFrame } from './mail-frame.tsx';
import { isReceivedMail } from './mail-words.ts';
import type { Message } from './messages.ts';
import { SourceButton } from './source-button.tsx';
import classes from './thread.module.css';

/** What a message says: the HTML of a mail that has some, its text otherwise, and behind a button what it quotes. */
export function MessageContent({ message }: { message: Message }) {
  if (!isReceivedMail(message)) return <MessageText message={message} />;
  return message.email?.has_html === true ? (
    <MailWithHtml message={message} />
  ) : (
    <MailText message={message} />
  );
}

/** Shows the text until the HTML is there, and where it cannot be shown. */
function MailWithHtml({ message }: { message: Message }) {
  const api = usePublicApi();
  const [asText, setAsText] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const { data } = useQuery({ ...mailContentQuery(api, message), enabled: isSeen && !asText });
  const url = data?.html_url ?? null;
  return (
    <div ref={place}>
      {url === null || asText ? (
        <MailText message={message} {...(asText && { onFormatted: () => setAsText(false) })} />
      ) : (
        <MailFrame
          message={message}
          url={url}
          urlWithRemoteContent={data?.html_url_with_remote_content ?? null}
          onText={() => setAsText(true)}
        />
      )}
    </div>
  );
}

function MailText({ message, onFormatted }: { message: Message; onFormatted?: () => void }) {
  return (
    <>
      <MessageText message={message} />
      <Group gap="0.25rem" className={classes.mailActions}>
        {onFormatted !== undefined && (
          <Button variant="subtle" size="compact-xs" onClick={onFormatted}>
            Show formatted
          </Button>
        )}
        <SourceButton message={message} />
      </Group>
    </>
  );
}

function MessageText({ message: { body, quoted_body: quoted } }: { message: Message }) {
  return (
    <>
      {body !== '' && (
        <p className={classes.body} dir="auto">
          {body}
        </p>
      )}
      {quoted !== null && <QuotedText text={quoted} />}
    </>
  );
}

function QuotedText({ text }: { text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={classes.mailActions}>
      <Button variant="subtle" size="compact-xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide quoted text' : 'Show quoted text'}
      </Button>
      {isShown && (
        <blockquote className={classes.quote} dir="auto">
          {text}
        </blockquote>
      )}
    </div>
  );
}

/** Whether an element has come close to the visible part of the page: mails further up in a long thread are not read yet. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
