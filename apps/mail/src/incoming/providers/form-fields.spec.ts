import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formFields } from './form-fields.ts';
import { formOf } from './provider-server.fixture.ts';
import { Refusal } from './refusal.ts';

const read = (type: string, body: string | Uint8Array) => formFields(type, Buffer.from(body as Uint8Array));
const MULTIPART = 'multipart/form-data; boundary=b';

describe('the fields of a form', () => {
  it('are the bytes that were sent, in parts', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (email, other) => {
        const { headers, body } = formOf({ other, email });
        const fields = read(headers['content-type'] ?? '', body);
        expect([fields.get('email'), fields.get('other')]).toEqual([Buffer.from(email), Buffer.from(other)]);
      }),
    );
  });

  it('are the bytes that were sent, encoded as URLs are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (email, other) => {
        const text = new URLSearchParams({ other, email }).toString();
        const fields = read('application/x-www-form-urlencoded; charset=utf-8', text);
        expect([fields.get('email')?.toString(), fields.get('other')?.toString()]).toEqual([
          email.toWellFormed(),
          other.toWellFormed(),
        ]);
      }),
    );
  });

  it('have names in quotes or without, and files are fields', () => {
    const body =
      'preamble\r\n--b\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--b \r\n' +
      'Content-Type: message/rfc822\r\nContent-Disposition: form-data; filename="x.eml"; name="b"\r\n\r\n2\r\n--b--\r\nepilogue';
    const fields = read(MULTIPART, body);
    expect([...fields].map(([name, value]) => `${name}=${value.toString()}`)).toEqual(['a=1', 'b=2']);
  });

  it('may contain lines that only begin like the boundary, but not millions of them', () => {
    const form = (count: number) =>
      `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--bx'.repeat(count)}\r\n--b--`;
    expect(read(MULTIPART, form(1_000)).get('a')).toHaveLength(6_000);
    const start = process.cpuUsage();
    expect(() => read(MULTIPART, form(6_000_000))).toThrow('begin like its boundary');
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it.each([
    ['text/plain', 'a=b'],
    ['multipart/form-data', '--b--'],
    [MULTIPART, ''],
    [MULTIPART, '--b\r\n'],
    [MULTIPART, '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut off'],
    [MULTIPART, `--b\r\nX: ${'x'.repeat(9_000)}\r\n\r\n1\r\n--b--`],
    [MULTIPART, `${'--b\r\nX: y\r\n\r\n1\r\n'.repeat(1_001)}--b--`],
    [
      MULTIPART,
      `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'\r\n--bx'.repeat(1_001)}\r\n--b--`,
    ],
    ['application/x-www-form-urlencoded', 'a=b&'.repeat(1_001)],
  ])('of %s that are none are refused', (type, body) => {
    expect(() => read(type, body)).toThrow(Refusal);
  });
});
