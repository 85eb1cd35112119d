import { describe, expect, it } from '@jest/globals';
import { affectsActivity, classify, isMessage, loopIds } from './classify.rules.ts';
import { contextOf } from './incoming.fixture.ts';
import { mailOf, readSource } from './read-mail.fixture.ts';

const FROM = { From: 'Dana <dana@customer.example>', To: 'support@acme.example', Subject: 'My order' };
const classOf = (fields: Record<string, string | string[]>, changes = {}) =>
  classify(mailOf({ ...FROM, ...fields }), contextOf(changes));

const report = (type: string, part: string) =>
  readSource(
    `From: x@y.example\nContent-Type: multipart/report; report-type=${type}; boundary=b\n\n--b\n\nText\n--b\nContent-Type: message/${type}\n\n${part}\n--b--`,
  );

describe('a mail without a signal', () => {
  it('is ordinary', () => {
    expect(classOf({})).toEqual({ class: 'ordinary', reason: 'no_signal', flood: null });
  });

  it('is ordinary although it says that it is not automatic', () => {
    expect(classOf({ 'Auto-Submitted': 'no' }).class).toBe('ordinary');
    expect(classOf({ 'Auto-Submitted': 'No (really)' }).class).toBe('ordinary');
    expect(classOf({ 'X-Auto-Response-Suppress': 'DR, RN' }).class).toBe('ordinary');
    expect(classOf({ Precedence: 'first-class' }).class).toBe('ordinary');
  });
});

describe('an own copy', () => {
  it.each([
    ['own_message_id', { isOwnId: true }],
    ['from_own_address', { fromOwner: 'this_workspace' as const }],
  ])('is known by %s, whatever else it says', (reason, changes) => {
    const found = classOf({ 'Auto-Submitted': 'auto-replied', 'List-Id': '<l.example>' }, changes);
    expect(found).toMatchObject({ class: 'own_copy', reason });
  });

  it('is not a mail from a mailbox of another workspace, which is a customer like others', () => {
    expect(classOf({}, { fromOwner: 'other_workspace' }).class).toBe('ordinary');
  });

  it('is not a mail of a form that the mailbox trusts to send from its address', () => {
    expect(classOf({}, { fromOwner: 'this_workspace', isTrustedForwarder: true }).class).toBe('ordinary');
  });

  it('is not a mail that people have sent from the mailbox elsewhere', () => {
    const found = classOf({ Precedence: 'bulk' }, { fromOwner: 'this_workspace', isSentFolder: true });
    expect(found).toMatchObject({ class: 'ordinary', reason: 'sent_folder' });
    expect(classOf({}, { isOwnId: true, isSentFolder: true }).class).toBe('own_copy');
  });

  it('is looked up by the loop header at each domain of the tenant', () => {
    const part = '0123456789abcdefghjkmnpqrs';
    const mail = mailOf({ 'X-Parley-ID': part });
    expect(loopIds(mail, ['acme.example', 'acme.test', 'acme.example'])).toEqual([
      `<${part}@acme.example>`,
      `<${part}@acme.test>`,
    ]);
    expect(loopIds(mailOf({ 'X-Parley-ID': 'x' }), ['acme.example'])).toEqual([]);
    expect(loopIds(mailOf({}), ['acme.example'])).toEqual([]);
  });
});

describe('a notification', () => {
  const daemon = { From: 'Mail Delivery System <MAILER-DAEMON@mx.example>' };

  it.each([
    ['delivery_status', report('delivery-status', 'Action: failed')],
    ['x_failed_recipients', mailOf({ ...FROM, 'X-Failed-Recipients': 'a@b.example' })],
    ['mailer_daemon', mailOf({ ...FROM, ...daemon })],
    ['null_sender_of_server', mailOf({ ...FROM, From: 'postmaster@mx.example', 'Return-Path': '<>' })],
    ['subject_of_server', mailOf({ From: 'postmaster@mx.example', Subject: 'Undeliverable: Hello' })],
  ])('is a bounce by %s', (reason, mail) => {
    expect(classify(mail, contextOf())).toMatchObject({ class: 'bounce', reason });
  });

  it('is a bounce by the null sender of the envelope, which counts more than the field', () => {
    const mail = mailOf({ ...FROM, From: 'postmaster@mx.example', 'Return-Path': '<>' });
    expect(classify(mail, contextOf({ envelopeSender: '' })).class).toBe('bounce');
    expect(classify(mail, contextOf({ envelopeSender: 'a@b.example' })).class).toBe('ordinary');
  });

  it('is none if a person sends it on, or has the address of a postmaster', () => {
    expect(classOf({ Subject: 'Fwd: Undeliverable: Hello' }).class).toBe('ordinary');
    expect(classOf({ Subject: 'Undeliverable parcel' }).class).toBe('ordinary');
    expect(classOf({ From: 'postmaster@customer.example' }).class).toBe('ordinary');
  });

  it('of a complaint is a complaint, and of a read mail a receipt', () => {
    expect(classify(report('feedback-report', 'Feedback-Type: abuse'), contextOf())).toMatchObject({
      class: 'complaint',
      reason: 'feedback_report',
    });
    expect(
      classify(report('disposition-notification', 'Disposition: x; displayed'), contextOf()),
    ).toMatchObject({
      class: 'receipt',
      reason: 'disposition_notification',
    });
  });
});

describe('a mail of a machine', () => {
  it.each([
    ['auto_submitted', { 'Auto-Submitted': 'auto-replied (vacation)' }],
    ['auto_submitted', { 'Auto-Submitted': 'auto-generated; owner=x' }],
    ['x_auto_response_suppress', { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }],
    ['x_auto_response_suppress', { 'X-Auto-Response-Suppress': 'All' }],
    ['x_autoreply', { 'X-Autoreply': 'yes' }],
    ['x_autorespond', { 'X-Autorespond': '' }],
    ['precedence_auto_reply', { Precedence: 'auto_reply' }],
    ['null_sender', { 'Return-Path': '<>' }],
  ])('is automatic by %s', (reason, fields) => {
    expect(classOf(fields)).toMatchObject({ class: 'automatic', reason });
  });

  it.each([
    ['list_id', { 'List-Id': 'News <news.example>' }],
    ['list_unsubscribe', { 'List-Unsubscribe': '<mailto:x@y.example>' }],
    ['precedence_bulk', { Precedence: 'bulk' }],
    ['precedence_list', { Precedence: 'List' }],
    ['precedence_junk', { Precedence: 'junk' }],
  ])('is bulk by %s', (reason, fields) => {
    expect(classOf(fields)).toMatchObject({ class: 'bulk', reason });
  });

  it('is automatic rather than bulk', () => {
    expect(classOf({ 'Auto-Submitted': 'auto-replied', 'List-Id': '<x.example>' }).class).toBe('automatic');
  });

  it('is a message that does not reopen its conversation', () => {
    expect([isMessage('automatic'), affectsActivity('automatic')]).toEqual([true, false]);
    expect([isMessage('ordinary'), affectsActivity('ordinary')]).toEqual([true, true]);
    expect(['own_copy', 'bounce', 'complaint', 'receipt'].map((name) => isMessage(name as 'bounce'))).toEqual(
      [false, false, false, false],
    );
  });
});

describe('a flood', () => {
  const counted = (fromSender: number, withEqualBody: number) =>
    classOf({}, { counts: { fromSender, withEqualBody } }).flood;

  it('begins with the 21st mail of a sender in 10 minutes, the fifth with an equal body, and the 51st server', () => {
    expect([counted(20, 4), counted(21, 1), counted(5, 5)]).toEqual([null, 'sender_rate', 'equal_bodies']);
    const through = (servers: number) =>
      classOf({ Received: Array<string>(servers).fill('from a by b') }).flood;
    expect([through(50), through(51)]).toEqual([null, 'received_fields']);
  });

  it('leaves the class as it is', () => {
    expect(classOf({ Precedence: 'bulk' }, { counts: { fromSender: 300, withEqualBody: 300 } })).toEqual({
      class: 'bulk',
      reason: 'precedence_bulk',
      flood: 'sender_rate',
    });
  });
});
