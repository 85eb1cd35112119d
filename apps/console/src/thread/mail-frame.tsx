import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { frameHeightOf } from './mail-words.ts';
import type { Message } from './messages.ts';
import { SourceButton } from './source-button.tsx';
import classes from './thread.module.css';

interface MailFrameProps {
  message: Message;
  url: string;
  /** The same document with images of other servers; null without any. */
  urlWithRemoteContent: string | null;
  /** Shows the text instead. */
  onText: () => void;
}

/**
 * The HTML of a mail: written by anybody, and so in a frame without scripts, forms and an origin, whose document is served with a policy
 * of the same kind.
 */
export function MailFrame({ message, url, urlWithRemoteContent, onText }: MailFrameProps) {
  const [isLarge, setLarge] = useState(false);
  const [hasRemote, setRemote] = useState(false);
  // Another link of the same document would load it again.
  const [urls] = useState({ url, urlWithRemoteContent });
  const isBlocked = urls.urlWithRemoteContent !== null && !hasRemote;
  return (
    <div className={classes.mail}>
      {isBlocked && (
        <div className={classes.mailNotice}>
          <Text size="sm">
            Images from other servers are not loaded: loading them tells their owners that the mail is read.
          </Text>
          <Button variant="default" size="compact-sm" onClick={() => setRemote(true)}>
            Load images
          </Button>
        </div>
      )}
      <iframe
        className={classes.mailFrame}
        title={`Mail from ${message.email?.from?.address ?? 'an unknown sender'}`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        loading="lazy"
        src={hasRemote ? (urls.urlWithRemoteContent ?? urls.url) : urls.url}
        style={{ height: isLarge ? '80vh' : frameHeightOf(message) }}
      />
      <Group gap="0.25rem" className={classes.mailActions}>
        <Button variant="subtle" size="compact-xs" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
          {isLarge ? 'Show less' : 'Show more'}
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={onText}>
          Show as text
        </Button>
        <SourceButton message={message} />
      </Group>
    </div>
  );
}
