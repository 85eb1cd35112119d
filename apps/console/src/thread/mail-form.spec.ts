import { describe, expect, it } from '@jest/globals';
import { emailOf, isSameMail, mailErrors, mailFormOf, unreached } from './mail-form.ts';

const mail = {
  to: [{ address: 'dana@example.com', name: 'Dana' }],
  cc: [{ address: 'kim@example.com', name: null }],
  bcc: [],
  subject: 'Re: Help',
};

describe('the recipients of a mail', () => {
  it('are edited as addresses, and sent with the subject unless that is empty', () => {
    const form = mailFormOf(mail);
    expect(emailOf(form)).toEqual({
      to: ['dana@example.com'],
      cc: ['kim@example.com'],
      bcc: [],
      subject: 'Re: Help',
    });
    expect(emailOf({ ...form, subject: ' ' })).not.toHaveProperty('subject');
    expect(isSameMail(form, { ...form, subject: 'Re: Help ' })).toBe(true);
    expect(isSameMail(form, { ...form, cc: [] })).toBe(false);
  });

  it('are those who were not reached, when it is sent again', () => {
    const status = (address: string, status: string) => ({ address, status, error: null });
    const recipients = [status('dana@example.com', 'delivered'), status('kim@example.com', 'bounced')];
    const email = {
      ...{ ...mail, direction: 'outgoing', from: null, reply_to: [], has_html: false },
      ...{ is_automatic: false, is_participant: true, is_truncated: false, authentication: null },
    } as const;
    const delivery = { status: 'bounced', updated_at: '', error: null, recipients };
    expect(unreached({ email, delivery })).toMatchObject({ to: [], cc: ['kim@example.com'] });
  });

  it('are named in what is wrong with them', () => {
    const form = { ...mailFormOf(mail), to: ['dana', 'kim'] };
    const errors = {
      'email.to[0]': 'Must be an e-mail address.',
      'email.to[1]': 'Must be an e-mail address.',
      'email.subject': 'Is too long.',
      body: 'Is required.',
    };
    expect(mailErrors(errors, form)).toEqual({
      to: 'dana: Must be an e-mail address. kim: Must be an e-mail address.',
      subject: 'Is too long.',
    });
  });
});
