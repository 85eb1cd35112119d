import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mailOf } from '../arrivals.fixture.ts';
import {
  PASSWORD,
  KEY,
  INPUTS,
  fromPostmark,
  fromMailgun,
  fromSendGrid,
  openMailUrl,
} from './provider-requests.fixture.ts';
import {
  basic,
  formOf,
  mailgunSignature,
  signedBySendGrid,
  type ReceivingBox,
} from './provider-server.fixture.ts';

const providers = await openMailUrl();
const { post } = providers;
afterEach(() => providers.clear());
afterAll(() => providers.close());

describe('a request of Postmark', () => {
  it.each([
    ['without a password', {}],
    ['with another password', basic(`${PASSWORD}x`)],
    ['with a password that is no Basic authentication', { authorization: `Bearer ${PASSWORD}` }],
  ])('%s is refused, and tried again', async (_, authorization) => {
    const box = await providers.receiving(INPUTS.postmark);
    const { body } = fromPostmark(mailOf('Hi'), box.row.address);
    expect(await post(box, { headers: { ...authorization }, body })).toMatchObject({ status: 401 });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('without the mail as it is says what to choose there', async () => {
    const box = await providers.receiving(INPUTS.postmark);
    expect(await post(box, fromPostmark('', box.row.address, { RawEmail: undefined }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('Include raw email content'),
    });
  });

  it('with a broken escape in the middle of its mail is refused for good', async () => {
    const box = await providers.receiving(INPUTS.postmark);
    const { headers, body } = fromPostmark(mailOf('@@'), box.row.address);
    const broken = String(body).replace('@@', '\\x');
    expect(await post(box, { headers, body: broken })).toMatchObject({ status: 403 });
    expect(await providers.stored(box)).toEqual([]);
  });
});

describe('a request of Mailgun', () => {
  it('may be an encoded form, at the address that ends with mime', async () => {
    const box = await providers.receiving(INPUTS.mailgun);
    const mail = `${mailOf('Grüße')}50 % + 1 & 2 = 3\r\n`;
    const fields = { recipient: box.row.address, 'body-mime': mail, ...mailgunSignature(KEY) };
    const body = new URLSearchParams(fields).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post({ path: `${box.path}/mime` }, { headers, body })).toMatchObject({ status: 200 });
    const [stored = ''] = await providers.stored(box);
    expect(Buffer.from(stored, 'latin1').toString('utf8')).toBe(mail);
  });

  it.each([
    ['of another key', () => mailgunSignature(`${KEY}x`)],
    ['that is older than nine hours', () => mailgunSignature(KEY, Date.now() - 9.1 * 3_600_000)],
    ['of a time that is to come', () => mailgunSignature(KEY, Date.now() + 310_000)],
    ['with another token', () => ({ ...mailgunSignature(KEY), token: 'a'.repeat(50) })],
    ['that is missing', () => ({ timestamp: '', token: '', signature: '' })],
  ])('with a signature %s is refused, and tried again', async (_, signature) => {
    const box = await providers.receiving(INPUTS.mailgun);
    const posted = fromMailgun(mailOf('Hi'), box.row.address, signature());
    expect(await post(box, posted)).toMatchObject({ status: 401, outcome: 'forbidden' });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('with a token that was used stores no other mail, in no mailbox of the workspace', async () => {
    const box = await providers.receiving(INPUTS.mailgun);
    const beside = await providers.receiving(INPUTS.mailgun, box);
    const signature = mailgunSignature(KEY);
    await post(box, fromMailgun(mailOf('First'), box.row.address, signature));
    const replay = (to: ReceivingBox) => post(to, fromMailgun(mailOf('Forged'), to.row.address, signature));
    expect(await replay(box)).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await replay(beside)).toMatchObject({ status: 401 });
    expect([await providers.subjects(box), await providers.subjects(beside)]).toEqual([['First'], []]);
  });

  it('with a token that is used twice at the same time stores one mail', async () => {
    const box = await providers.receiving(INPUTS.mailgun);
    const beside = await providers.receiving(INPUTS.mailgun, box);
    const signature = mailgunSignature(KEY);
    // Both are stored as files before one of them has a row.
    const { receive } = providers.files;
    let arrived = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    providers.files.receive = async (...upload) => {
      const stored = await receive(...upload);
      arrived += 1;
      if (arrived === 2) release();
      await both;
      return stored;
    };
    const posts = [box, beside].map((to) =>
      post(to, fromMailgun(mailOf(`To ${to.row.address}`), to.row.address, signature)),
    );
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    providers.files.receive = receive;
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect([...(await providers.subjects(box)), ...(await providers.subjects(beside))]).toHaveLength(1);
  });

  it('without the mail as it is says how its route must end', async () => {
    const box = await providers.receiving(INPUTS.mailgun);
    expect(await post(box, formOf({ 'body-plain': 'Hi', ...mailgunSignature(KEY) }))).toMatchObject({
      status: 422,
      message: expect.stringContaining('/mime'),
    });
  });
});

describe('a request of SendGrid', () => {
  it('keeps bytes that are no UTF-8, and lines that look like a boundary', async () => {
    const box = await providers.receiving(INPUTS.sendgrid);
    const mail = Buffer.concat([
      Buffer.from('Subject: Hi\r\n\r\n'),
      Buffer.from([0xff, 0x80, 0x00]),
      Buffer.from('\r\n--xYzZYx\r\n'),
    ]);
    expect(await post(box, fromSendGrid(mail, box.row.address))).toMatchObject({ status: 200 });
    expect(await providers.stored(box)).toEqual([mail.toString('latin1')]);
  });

  it('with a signature of another key or another body, or without one, is refused', async () => {
    const box = await providers.receiving(INPUTS.sendgrid);
    const form = formOf({ email: mailOf('Forged') });
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const refused = [
      signedBySendGrid(form, other),
      { ...signedBySendGrid(formOf({ email: mailOf('Hi') })), body: form.body },
      form,
    ];
    for (const posted of refused) expect(await post(box, posted)).toMatchObject({ status: 401 });
    expect(await providers.stored(box)).toEqual([]);
  });

  it('may have a password in place of a signature', async () => {
    const box = await providers.receiving({ type: 'sendgrid', password: PASSWORD });
    const { headers, body } = formOf({ email: mailOf('Hi') });
    expect(await post(box, { headers, body })).toMatchObject({ status: 401 });
    expect(await post(box, { headers: { ...headers, ...basic(PASSWORD) }, body })).toMatchObject({
      status: 200,
    });
    expect(await providers.subjects(box)).toEqual(['Hi']);
  });

  it('without the mail as it is says what to choose there', async () => {
    const box = await providers.receiving(INPUTS.sendgrid);
    expect(await post(box, signedBySendGrid(formOf({ text: 'Hi' })))).toMatchObject({
      status: 422,
      message: expect.stringContaining('raw, full MIME message'),
    });
  });
});
