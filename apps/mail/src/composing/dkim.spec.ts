import { createHash, createVerify, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { composed } from './composed.fixture.ts';
import { dnsInstructions, generateDkimKey, signed, verifyDkimRecord, type DkimKeyPair } from './dkim.ts';

let pair: DkimKeyPair;

beforeAll(async () => {
  pair = await generateDkimKey();
});

const sign = async (source: string, spoolFolder = tmpdir()) => {
  const key = { domain: 'acme.example', selector: 'parley1', privateKey: pair.privateKey };
  const bytes = Readable.from([Buffer.from(source, 'latin1')]);
  return text((await signed(bytes, key, spoolFolder)).setEncoding('latin1'));
};

/** The verdict of RFC 6376 section 6.1 on a mail with one signature, relaxed in both parts. */
function isValid(source: string): boolean {
  const end = source.indexOf('\r\n\r\n');
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/);
  const body = source.slice(end + 4);
  const relaxed = (field: string) => {
    const [name = '', ...value] = field.split(':');
    return `${name.toLowerCase().trim()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`;
  };
  const signature = fields.find((field) => field.startsWith('DKIM-Signature:')) ?? '';
  const tag = (name: string) =>
    new RegExp(`[;\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? '';
  const relaxedBody = body
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(?:\r\n)*$/, '\r\n');
  if (createHash('sha256').update(relaxedBody, 'latin1').digest('base64') !== tag('bh')) return false;
  const signedFields = tag('h')
    .split(':')
    .map((name) =>
      relaxed(fields.findLast((field) => field.toLowerCase().startsWith(`${name}:`)) ?? `${name}:`),
    );
  const own = relaxed(signature)
    .replace(/([;\s]b=)[^;]*$/, '$1')
    .trimEnd();
  const data = [...signedFields, own].join('\r\n');
  const key = `-----BEGIN PUBLIC KEY-----\n${pair.publicKey}\n-----END PUBLIC KEY-----`;
  return createVerify('RSA-SHA256').update(data, 'latin1').verify(key, tag('b'), 'base64');
}

describe('a DKIM signature', () => {
  const attachments = [{ filename: 'a.bin', contentType: 'text/plain', content: Buffer.alloc(100_000, 'x') }];

  it('is valid for the mail, which follows unchanged', async () => {
    const source = await composed({ attachments, subject: 'Größe   der\tRechnung' });
    const mail = await sign(source);
    expect(mail.endsWith(`\r\n${source}`)).toBe(true);
    expect(mail).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=acme\.example;/);
    expect(isValid(mail)).toBe(true);
  });

  it('covers the body, the sender, the recipients and the thread', async () => {
    const mail = await sign(await composed({ replyTo: { name: null, address: 'support+r1@acme.example' } }));
    expect(isValid(mail)).toBe(true);
    for (const [text, forged] of [
      ['Hello Dana', 'Hello Lena'],
      ['From: Acme', 'From: Evil'],
      ['To: Dana', 'To: Lena'],
      ['support+r1', 'support+r2'],
      ['Invoice 1042', 'Invoice 1043'],
      ['References: <0', 'References: <1'],
      ['Date: Sat', 'Date: Sun'],
      ['boundary="=', 'boundary="-'],
    ] as const) {
      expect(mail).toContain(text);
      expect(isValid(mail.replace(text, forged))).toBe(false);
    }
  });

  it('is valid for a large mail, which is spooled to a folder meanwhile and not longer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-spool-'));
    const source = await composed({
      attachments: [{ ...attachments[0], content: Buffer.alloc(8 * 1024 * 1024) }] as never,
    });
    const mail = await sign(source, folder);
    expect(mail.endsWith(`\r\n${source}`)).toBe(true);
    expect(isValid(mail)).toBe(true);
    await eventually(async () => expect(await readdir(folder)).toEqual([]));
    await rm(folder, { recursive: true });
  });

  it('holds little of a mail in memory, and leaves no file behind that is not read to its end', async () => {
    const key = { domain: 'acme.example', selector: 'parley1', privateKey: pair.privateKey };
    const folder = await mkdtemp(join(tmpdir(), 'parley-spool-'));
    const chunk = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(64));
    const chunks = async function* (end: () => Promise<void>) {
      yield Buffer.from('From: a@b.example\r\n\r\n');
      yield* Array<Buffer>(16).fill(chunk);
      await end();
    };
    const spooled = async () => {
      const names = await readdir(folder);
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    };
    const isSpooled = () => eventually(async () => expect(await spooled()).toBeGreaterThan(8 * chunk.length));
    const unread = await signed(Readable.from(chunks(() => Promise.resolve())), key, folder);
    await isSpooled();
    unread.destroy();
    await eventually(async () => expect(await readdir(folder)).toEqual([]));
    const atOnce = () => Promise.reject(new Error('the file is gone'));
    for (const end of [atOnce, () => isSpooled().then(atOnce)])
      await expect(text(await signed(Readable.from(chunks(end)), key, folder))).rejects.toThrow('is gone');
    await eventually(async () => expect(await readdir(folder)).toEqual([]));
    await rm(folder, { recursive: true });
  });

  it('fails as the mail does', async () => {
    const key = { domain: 'acme.example', selector: 'parley1', privateKey: pair.privateKey };
    const failing = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.from('From: a@b.example\r\n'));
        throw new Error('the file is gone');
      })(),
    );
    await expect(text(await signed(failing, key, tmpdir()))).rejects.toThrow('the file is gone');
  });

  it('is not left out for a key that is none', async () => {
    const bytes = Readable.from([Buffer.from('From: a@b.example\r\n\r\n')]);
    const { privateKey } = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const signedBy = (key: string) =>
      signed(bytes, { domain: 'a.example', selector: 's', privateKey: key }, tmpdir());
    await expect(signedBy(privateKey)).rejects.toThrow('The key is not an RSA key');
    await expect(signedBy('x')).rejects.toThrow();
  });
});

describe('the records of a domain', () => {
  it('are DKIM, SPF and DMARC', () => {
    const records = dnsInstructions(
      'acme.example',
      { selector: 'parley1', publicKey: pair.publicKey },
      'spf.relay.example',
    );
    expect(records.map(({ name, value }) => [name, value])).toEqual([
      ['parley1._domainkey.acme.example', `v=DKIM1; k=rsa; p=${pair.publicKey}`],
      ['acme.example', 'v=spf1 include:spf.relay.example ~all'],
      ['_dmarc.acme.example', 'v=DMARC1; p=none'],
    ]);
  });

  it('verify the published key', () => {
    const [record] = dnsInstructions(
      'acme.example',
      { selector: 'parley1', publicKey: pair.publicKey },
      'x.example',
    );
    const verify = (...records: string[][]) => verifyDkimRecord(records, pair.publicKey);
    const parts = record?.value.match(/.{1,255}/g) ?? [];
    const p = `p=${pair.publicKey}`;
    expect(verify(parts)).toBe('valid');
    expect(verify([p])).toBe('valid');
    expect(
      verify([`v = DKIM1 ; t=s; h=sha1:sha256; s=email; p=${pair.publicKey.replaceAll(/(.{40})/g, '$1 ')};`]),
    ).toBe('valid');
    expect(verify(parts, ['google-site-verification=x'])).toBe('valid');
    expect(verify()).toBe('missing');
    expect(verify(['v=spf1 -all'])).toBe('missing');
    expect(verify(parts, parts)).toBe('ambiguous');
    expect(verify(['v=DKIM1; p='])).toBe('revoked');
    expect(verify([`v=DKIM1; p=${pair.publicKey.slice(0, -4)}`])).toBe('other_key');
    for (const tags of ['v=DKIM2', 'k=ed25519', 'h=sha1', 's=tlsrpt'])
      expect(verify([`${tags}; ${p}`])).toBe('invalid');
  });
});
