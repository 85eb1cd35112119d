import type { NotificationCause } from '@parley/contracts';
import type { Notice } from './notice.ts';
import { shownWorkspaceName } from './workspace-name.rules.ts';

export interface NoticeText {
  readonly subject: string;
  /** Plain text, with each link on a line of its own. */
  readonly text: string;
}

const CLOSING = 'This mail was sent automatically. Nobody reads answers to it.';

/**
 * The words of a notice. Nothing in them was chosen by a stranger but the name of a workspace or a form, of which {@link shownWorkspaceName} leaves
 * what is safe, and which is in no subject. Names of people are left out: who invites somebody chooses the name too.
 */
export function textOf(notice: Notice): NoticeText {
  const { subject, paragraphs } = WORDS[notice.kind](notice as never);
  return { subject, text: [...paragraphs, CLOSING].join('\n\n') };
}

type Words = { subject: string; paragraphs: readonly string[] };
type Of<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

const WORDS: { readonly [Kind in Notice['kind']]: (notice: Of<Kind>) => Words } = {
  invitation: ({ workspace, link, expires_at: until }) => ({
    subject: 'You are invited to a workspace',
    paragraphs: [
      `You are invited to ${workspaceIn(workspace.name)}. To join it, open this link and choose a password:`,
      link,
      `The link works once, until ${timeOf(until)}. If you expect no invitation, ignore this mail: nothing happens without the link.`,
    ],
  }),
  password_reset: ({ link, expires_at: until }) => ({
    subject: 'Choose a new password',
    paragraphs: [
      'Somebody, probably you, has asked for a link to choose a new password:',
      link,
      `The link works once, until ${timeOf(until)}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    ],
  }),
  form_confirmation: ({ form_name: name, link, expires_at: until }) => ({
    subject: 'Confirm your message',
    paragraphs: [
      `Somebody, probably you, has written a message with ${formCalled(name)}. To send it, open this link and press the button:`,
      link,
      `The link works until ${timeOf(until)}. If you did not write it, ignore this mail: nothing is sent without the link.`,
    ],
  }),
  webhook_disabled: ({ webhook_id: id, reason, workspace_name: name, console_url: console }) => ({
    subject: 'A webhook was disabled',
    paragraphs: [
      `A webhook of ${workspaceIn(name)} was disabled, because its endpoint ${reason === 'gone' ? 'says that it is gone (410)' : 'keeps failing'}. It gets no events until an admin enables it again:`,
      `${console}webhooks/${id}`,
      REASON,
    ],
  }),
  mailbox_disconnected: ({ mailbox_id: id, code, affects, workspace_name: name, console_url: console }) => {
    const [what, effect] = LOST[affects];
    return {
      subject: `A mailbox ${what}`,
      paragraphs: [
        `A mailbox of ${workspaceIn(name)} ${what}${code === null ? '' : ` (${code})`}. ${effect} Its ID is ${id}. The account console:`,
        console,
        REASON,
      ],
    };
  },
  notification_digest: ({ unread, newest, workspace_name: name, console_url: console }) => ({
    subject: 'You have unread notifications',
    paragraphs: [
      `You have ${unread === 1 ? 'an unread notification' : `${unread} unread notifications`} in ${workspaceIn(name)}${unread > newest.length ? `. The newest ${newest.length}` : ''}:`,
      ...newest.map(
        ({ cause, record_id: id }) =>
          `${NEWS[cause]}:\n${console}${id.startsWith('ticket_') ? 'tickets' : 'conversations'}/${id}`,
      ),
      'You get this mail because you have not read them for an hour. Your notification settings say for which causes you get one.',
    ],
  }),
};

/** What has happened, by the cause of a notification. */
const NEWS: Readonly<Record<NotificationCause, string>> = {
  assigned: 'Assigned to you',
  mentioned: 'A note mentions you',
  reply: 'A contact has written',
  sla_warning: 'The first response is soon due',
  woken: 'Your snooze has ended',
};

/** What a mailbox cannot do, and what becomes of its mails. */
const LOST: Readonly<Record<'sending' | 'receiving', readonly [string, string]>> = {
  sending: [
    'cannot send',
    'Its mails wait until it works again or an admin changes it, for three days at most.',
  ],
  receiving: [
    'cannot receive',
    'The mails that arrive stay at their server until it works again or an admin changes it.',
  ],
};

const REASON = 'You get this mail because you are an admin of the workspace.';

function workspaceIn(name: string): string {
  const shown = shownWorkspaceName(name);
  return shown === null ? 'a workspace' : `the workspace “${shown}”`;
}

function formCalled(name: string): string {
  const shown = shownWorkspaceName(name);
  return shown === null ? 'a contact form' : `the contact form “${shown}”`;
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const timeOf = (iso: string): string => `${TIME.format(new Date(iso))} UTC`;
