import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { generateDkimKey, signed, type DkimKeyPair } from '../composing/dkim.ts';
import { authenticate, type DnsResolver, type Origin } from './authenticate.ts';
import { readSource } from './read-mail.fixture.ts';

const MAIL =
  'From: Dana <dana@customer.example>\r\nTo: support@acme.example\r\nSubject: Hello\r\n\r\nHello\r\n';
const DIRECT: Origin = {
  client: { ip: '192.0.2.1', helo: 'mx.customer.example', sender: 'dana@customer.example' },
  trustedAuthservId: null,
};
const FORWARDED: Origin = {
  ...DIRECT,
  client: { ip: '198.51.100.9', helo: 'mx.forward.example', sender: '' },
};

let key: DkimKeyPair;
beforeAll(async () => {
  key = await generateDkimKey();
});

/** A DNS of the given TXT records, in which every other name does not exist. */
const dns =
  (records: Readonly<Record<string, string>>, asked: string[] = []): DnsResolver =>
  (name, type) => {
    asked.push(`${type} ${name}`);
    const value = type === 'TXT' ? records[name] : undefined;
    if (value === 'timeout') return Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }));
    if (value === undefined)
      return Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    return Promise.resolve([[value]]);
  };

const signedBy = async (domain: string, mail = MAIL): Promise<Buffer> => {
  const options = { domain, selector: 's1', privateKey: key.privateKey };
  const folder = mkdtempSync(join(tmpdir(), 'authenticate-'));
  return Buffer.concat(
    (await signed(Readable.from([Buffer.from(mail)]), options, folder).then((stream) =>
      stream.toArray(),
    )) as Buffer[],
  );
};

/** The bytes in small pieces. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
}

const verdict = (
  source: Buffer | string,
  records: Record<string, string>,
  origin = DIRECT,
  asked: string[] = [],
) => {
  const bytes = Buffer.from(source);
  return authenticate(readSource(bytes), pieces(bytes), origin, dns(records, asked));
};

const keyRecord = () => `v=DKIM1; k=rsa; p=${key.publicKey}`;
const SPF = { 'customer.example': 'v=spf1 ip4:192.0.2.1 -all' };

describe('a mail that came directly', () => {
  it('is verified by an aligned signature, after a forward too', async () => {
    const records = {
      's1._domainkey.customer.example': keyRecord(),
      '_dmarc.customer.example': 'v=DMARC1; p=reject',
    };
    expect(await verdict(await signedBy('customer.example'), records, FORWARDED)).toEqual({
      dmarc: 'pass',
      dkim: 'pass',
      spf: 'none',
      verified: true,
      policy: 'reject',
    });
  });

  it('is verified by the client if the sender of the envelope is aligned', async () => {
    expect(await verdict(MAIL, { ...SPF, '_dmarc.customer.example': 'v=DMARC1; p=none' })).toEqual({
      dmarc: 'pass',
      dkim: 'none',
      spf: 'pass',
      verified: true,
      policy: 'none',
    });
  });

  it('is verified without a DMARC record', async () => {
    expect(await verdict(MAIL, SPF)).toMatchObject({ dmarc: 'none', verified: true, policy: null });
  });

  it('is not verified by a signature or a client of another domain', async () => {
    const records = {
      's1._domainkey.attacker.example': keyRecord(),
      'attacker.example': 'v=spf1 ip4:192.0.2.1 -all',
      '_dmarc.customer.example': 'v=DMARC1; p=quarantine',
    };
    const origin: Origin = {
      ...DIRECT,
      client: { ip: '192.0.2.1', helo: 'x.example', sender: 'a@attacker.example' },
    };
    expect(await verdict(await signedBy('attacker.example'), records, origin)).toEqual({
      dmarc: 'fail',
      dkim: 'pass',
      spf: 'pass',
      verified: false,
      policy: 'quarantine',
    });
  });

  it('is not verified if it was changed after the signature', async () => {
    const changed = (await signedBy('customer.example'))
      .toString()
      .replace('\r\n\r\nHello', '\r\n\r\nSend money');
    const records = { 's1._domainkey.customer.example': keyRecord() };
    expect(await verdict(changed, records, FORWARDED)).toMatchObject({ dkim: 'neutral', verified: false });
  });

  it('is aligned with the organization unless the domain asks for itself', async () => {
    const mail = MAIL.replace('dana@customer', 'dana@mail.customer');
    const source = await signedBy('customer.example', mail);
    const recordsOf = (mode: string) => ({
      's1._domainkey.customer.example': keyRecord(),
      '_dmarc.customer.example': `v=DMARC1; p=reject; sp=quarantine; adkim=${mode}`,
    });
    expect(await verdict(source, recordsOf('r'), FORWARDED)).toMatchObject({
      dmarc: 'pass',
      policy: 'quarantine',
    });
    expect(await verdict(source, recordsOf('s'), FORWARDED)).toMatchObject({
      dmarc: 'fail',
      verified: false,
    });
  });

  it('is not aligned with a public suffix, under which anybody has a domain', async () => {
    const mail = MAIL.replace('dana@customer.example', 'dana@victim.co.uk');
    const records = { 's1._domainkey.attacker.co.uk': keyRecord() };
    expect(await verdict(await signedBy('attacker.co.uk', mail), records, FORWARDED)).toMatchObject({
      dkim: 'pass',
      verified: false,
    });
  });

  it('has a temporary error while the DNS does not answer', async () => {
    const records = {
      ...SPF,
      's1._domainkey.customer.example': 'timeout',
      '_dmarc.customer.example': 'timeout',
    };
    expect(await verdict(await signedBy('customer.example'), records, FORWARDED)).toEqual({
      dmarc: 'temperror',
      dkim: 'temperror',
      spf: 'none',
      verified: false,
      policy: null,
    });
  });

  it('is not verified with two From fields', async () => {
    expect(await verdict(`From: a@b.example\r\n${MAIL}`, SPF)).toMatchObject({
      spf: 'pass',
      verified: false,
    });
  });

  it.each([
    ['that does not cover From', { skipFields: 'from' }],
    ['with SHA-1', { hashAlgo: 'sha1' }],
  ])('is not verified by a signature %s', async (_, options) => {
    const dkim = {
      domainName: 'customer.example',
      keySelector: 's1',
      privateKey: key.privateKey,
      ...options,
    };
    const signer = createTransport({ streamTransport: true, dkim });
    const { message } = await signer.sendMail({ raw: MAIL, envelope: { from: '', to: [] } });
    const source = Buffer.concat((await (message as Readable).toArray()) as Buffer[]);
    const records = { 's1._domainkey.customer.example': keyRecord() };
    expect(await verdict(source, records, FORWARDED)).toMatchObject({ dkim: 'policy', verified: false });
  });

  it('with more than 10 signatures is not checked for them', async () => {
    const asked: string[] = [];
    const many = 'DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from; bh=x; b=x\r\n'.repeat(11);
    expect(await verdict(many + MAIL, {}, FORWARDED, asked)).toMatchObject({
      dkim: 'policy',
      verified: false,
    });
    expect(asked.filter((one) => one.includes('_domainkey'))).toEqual([]);
  });

  it('is read only for its signatures', async () => {
    let isRead = false;
    async function* source(bytes: Buffer) {
      isRead = true;
      yield* pieces(bytes);
    }
    const check = (bytes: Buffer) => authenticate(readSource(bytes), source(bytes), DIRECT, dns(SPF));
    expect(await check(Buffer.from(MAIL))).toMatchObject({ spf: 'pass', dkim: 'none' });
    expect(isRead).toBe(false);
    await check(await signedBy('customer.example'));
    expect(isRead).toBe(true);
  });

  it('reports an error of its source, and of nothing else', async () => {
    const broken = async function* () {
      yield Buffer.from('DKIM-Signature: a=rsa-sha256\r\nFrom: a@b.example\r\n\r\nHe');
      await Promise.resolve();
      throw new Error('storage is gone');
    };
    const mail = readSource('DKIM-Signature: a=rsa-sha256\nFrom: a@b.example\n\nHe');
    await expect(authenticate(mail, broken(), DIRECT, dns({}))).rejects.toThrow('storage is gone');
    const junk = 'DKIM-Signature: ;;=\r\nARC-Message-Signature: i=x\r\nFrom: a@b.example\r\n\r\nHello';
    expect(await verdict(junk, {})).toMatchObject({ verified: false });
  });
});

describe('a mail that a provider has taken', () => {
  const origin: Origin = { client: null, trustedAuthservId: 'mx.provider.example' };
  const RESULTS =
    'Authentication-Results: mx.provider.example; dmarc=pass (p=REJECT) header.from=customer.example\r\n';

  it('has the verdict of the provider, and nothing is looked up', async () => {
    const asked: string[] = [];
    expect(await verdict(RESULTS + MAIL, {}, origin, asked)).toMatchObject({
      dmarc: 'pass',
      verified: true,
      policy: 'reject',
    });
    expect(asked).toEqual([]);
  });

  it('is aligned by the organization', async () => {
    const results =
      'Authentication-Results: mx.provider.example; dkim=pass header.d=news.customer.example\r\n';
    expect(await verdict(results + MAIL, {}, origin)).toMatchObject({ verified: true });
  });

  it('is proven by its signature where no results are read, and by nothing else', async () => {
    const nobody = { client: null, trustedAuthservId: null };
    const records = {
      's1._domainkey.customer.example': keyRecord(),
      '_dmarc.customer.example': 'v=DMARC1; p=reject',
    };
    const source = await signedBy('customer.example');
    expect(await verdict(source, records, nobody)).toEqual({
      ...{ dmarc: 'pass', dkim: 'pass', spf: 'none', verified: true, policy: 'reject' },
    });
    // A server that forwards may have changed it: the domain asks nothing of a mail that is not known to be forged.
    const changed = source.toString().replace('\r\n\r\nHello', '\r\n\r\nHi');
    expect(await verdict(changed, records, nobody)).toMatchObject({ verified: false, policy: null });
    const foreign = await signedBy('attacker.example');
    const own = { ...records, 's1._domainkey.attacker.example': keyRecord() };
    expect(await verdict(foreign, own, nobody)).toMatchObject({
      dkim: 'pass',
      verified: false,
      policy: null,
    });
  });

  it('has no verdict of others', async () => {
    const nobody = { client: null, trustedAuthservId: null };
    expect(await verdict(RESULTS + MAIL, {}, nobody)).toMatchObject({ dmarc: 'none', verified: false });
    const other = RESULTS.replace('mx.provider', 'mx.attacker');
    expect(await verdict(other + MAIL, SPF, origin)).toMatchObject({
      dmarc: 'none',
      spf: 'none',
      verified: false,
    });
  });
});
