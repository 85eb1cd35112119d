import { describe, expect, it } from '@jest/globals';
import { newId } from '@parley/runtime/records';
import type { Notice } from './notice.ts';
import { textOf } from './notice.texts.ts';

const link = 'https://id.example.com/invitations/abc';
const expires_at = '2026-12-05T14:00:00.000Z';
const console_url = 'https://id.example.com/console/';
const HOSTILE = 'Win at https://evil.com or call 0800 123456 <b>now</b>';

const noticesOf = (name: string): Notice[] => [
  { kind: 'invitation', workspace: { id: newId('workspace'), name }, link, expires_at },
  { kind: 'password_reset', link, expires_at },
  ...(['gone', 'failing'] as const).map((reason) => ({
    ...{ kind: 'webhook_disabled' as const, webhook_id: newId('webhook'), reason },
    ...{ workspace_name: name, console_url },
  })),
  ...(
    [
      [null, 'sending'],
      ['authentication_failed', 'sending'],
      ['reading_not_allowed', 'receiving'],
    ] as const
  ).map(([code, affects]) => ({
    ...{ kind: 'mailbox_disconnected' as const, mailbox_id: newId('mailbox'), code, affects },
    ...{ workspace_name: name, console_url },
  })),
  {
    ...{ kind: 'notification_digest', user_id: newId('user'), unread: 3, workspace_name: name, console_url },
    newest: [
      { cause: 'assigned', record_id: 'ticket_01h455vb4pex5vsknk084sn02q' },
      { cause: 'reply', record_id: 'conv_01h455vb4pex5vsknk084sn02q' },
    ],
  },
  { kind: 'form_confirmation', form_name: name, link, expires_at },
];

describe('the text of a notice', () => {
  it('of an invitation has the workspace, the link and its end', () => {
    const [invitation] = noticesOf('Acme');
    expect(textOf(invitation as Notice)).toEqual({
      subject: 'You are invited to a workspace',
      text: [
        'You are invited to the workspace “Acme”. To join it, open this link and choose a password:',
        link,
        'The link works once, until 5 December 2026 at 14:00 UTC. If you expect no invitation, ignore this mail: nothing happens without the link.',
        'This mail was sent automatically. Nobody reads answers to it.',
      ].join('\n\n'),
    });
  });

  it('of a link for a password names no workspace', () => {
    const { text } = textOf(noticesOf('Acme')[1] as Notice);
    expect(text).toContain(link);
    expect(text).not.toContain('Acme');
  });

  it('of a contact form has its name, the link and its end, and nothing of what was written', () => {
    const confirmation = noticesOf('Contact us').at(-1);
    expect(textOf(confirmation as Notice)).toEqual({
      subject: 'Confirm your message',
      text: [
        'Somebody, probably you, has written a message with the contact form “Contact us”. To send it, open this link and press the button:',
        link,
        'The link works until 5 December 2026 at 14:00 UTC. If you did not write it, ignore this mail: nothing is sent without the link.',
        'This mail was sent automatically. Nobody reads answers to it.',
      ].join('\n\n'),
    });
  });

  it('for admins says what has happened, and where it can be mended', () => {
    const [gone, failing, disconnected, refused, unread] = noticesOf('Acme')
      .slice(2, 7)
      .map((notice) => textOf(notice).text);
    expect(gone).toContain('its endpoint says that it is gone (410)');
    expect(gone).toMatch(/^https:\/\/id\.example\.com\/console\/webhooks\/wh_\w{26}$/m);
    expect(failing).toContain('its endpoint keeps failing');
    expect(disconnected).toContain('cannot send. Its mails wait');
    expect(refused).toContain('cannot send (authentication_failed). Its mails wait');
    expect(unread).toContain('cannot receive (reading_not_allowed). The mails that arrive stay');
    expect(refused).toMatch(/Its ID is mbx_\w{26}\./);
  });

  it('of a digest says why and where, and how many there are', () => {
    const digest = noticesOf('Acme').at(-2);
    expect(textOf(digest as Notice)).toEqual({
      subject: 'You have unread notifications',
      text: [
        'You have 3 unread notifications in the workspace “Acme”. The newest 2:',
        'Assigned to you:\nhttps://id.example.com/console/tickets/ticket_01h455vb4pex5vsknk084sn02q',
        'A contact has written:\nhttps://id.example.com/console/conversations/conv_01h455vb4pex5vsknk084sn02q',
        'You get this mail because you have not read them for an hour. Your notification settings say for which causes you get one.',
        'This mail was sent automatically. Nobody reads answers to it.',
      ].join('\n\n'),
    });
  });

  it.each(noticesOf(HOSTILE).map((notice) => [notice.kind, notice] as const))(
    'has nothing that a stranger could choose, but a harmless name: %s',
    (_, notice) => {
      const { subject, text } = textOf(notice);
      expect(text).not.toMatch(/evil\.com|0800|123456|<b>/);
      expect(subject).not.toContain('Win');
      const own = [link, 'https://id.example.com/console/'];
      for (const [url] of text.matchAll(/https?:\S+/g))
        expect(own.some((known) => url.startsWith(known))).toBe(true);
    },
  );
});
