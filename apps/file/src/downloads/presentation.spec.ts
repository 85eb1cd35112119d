import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentHeaders, presentationOf } from './presentation.ts';

describe('a file', () => {
  it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf'])(
    'of type %s is shown',
    (type) => {
      expect(presentationOf('a', type)).toEqual({
        contentType: type,
        contentDisposition: 'inline; filename="a"',
      });
    },
  );

  it.each([
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'application/xml',
    'application/rss+xml',
    'text/javascript',
    'application/javascript',
    'application/ecmascript',
    'application/wasm',
    'application/json',
    'text/css',
    'text/vtt',
    'text/cache-manifest',
    'message/rfc822',
    'multipart/related',
    'multipart/x-mixed-replace',
    'application/x-shockwave-flash',
    'application/java-archive',
    'application/x-msdownload',
    'application/vnd.android.package-archive',
    'application/vnd.mozilla.xul+xml',
    'application/pdf; charset=utf-8',
    'image/png, text/html',
    'image/png\r\nx: y',
    'IMAGE/SVG+XML',
    '',
  ])('of type %s is saved, with a type that means nothing', (type) => {
    expect(presentationOf('a.html', type)).toEqual({
      contentType: 'application/octet-stream',
      contentDisposition: 'attachment; filename="a.html"',
    });
  });

  it.each([
    ['text/plain', 'text/plain; charset=utf-8'],
    ['image/tiff', 'image/tiff'],
    ['audio/mpeg', 'audio/mpeg'],
    ['video/mp4', 'video/mp4'],
    ['application/zip', 'application/zip'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ])('of type %s is saved as %s', (type, served) => {
    const { contentType, contentDisposition } = presentationOf('a', type);
    expect([contentType, contentDisposition]).toEqual([served, 'attachment; filename="a"']);
  });
});

describe('what the mail service stores of a mail', () => {
  it('is saved if it is its source, and shown if it is a document', () => {
    expect(presentationOf('a.eml', 'message/rfc822', 'source')).toEqual({
      contentType: 'message/rfc822',
      contentDisposition: 'attachment; filename="a.eml"',
    });
    expect(presentationOf('a.html', 'text/html', 'document')).toEqual({
      contentType: 'text/html; charset=utf-8',
      contentDisposition: 'inline; filename="a.html"',
    });
  });

  it('is framed by the console alone, and loads images of other servers only if it may', () => {
    const policyOf = (images: 'embedded' | 'remote') =>
      documentHeaders(images, 'https://auth.example')['content-security-policy'];
    expect(policyOf('embedded')).toContain("default-src 'none'; img-src data:; style-src 'unsafe-inline';");
    expect(policyOf('remote')).toContain(
      "default-src 'none'; img-src data: https:; style-src 'unsafe-inline';",
    );
    for (const images of ['embedded', 'remote'] as const)
      expect(policyOf(images)).toMatch(
        /frame-ancestors https:\/\/auth\.example; sandbox allow-popups allow-popups-to-escape-sandbox(?:;|$)/,
      );
  });
});

describe('the name of a download', () => {
  it.each([
    ['invoice.pdf', 'attachment; filename="invoice.pdf"'],
    ['a "b".txt', 'attachment; filename="a \\"b\\".txt"'],
    ['Größe.txt', `attachment; filename="Gro_e.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt`],
    ['发票.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%E5%8F%91%E7%A5%A8.pdf`],
    ['%41.txt', `attachment; filename="%41.txt"; filename*=UTF-8''%2541.txt`],
    ['../../etc/passwd', 'attachment; filename="passwd"'],
    ['a\r\nSet-Cookie: b=c', 'attachment; filename="aSet-Cookie: b=c"'],
    ['invoice\u202Efdp.exe', 'attachment; filename="invoicefdp.exe"'],
    ['a\0b', 'attachment; filename="ab"'],
    ['\u202E', 'attachment; filename="file"'],
    ['', 'attachment; filename="file"'],
  ])('%j is written as RFC 6266 asks for', (name, header) => {
    expect(presentationOf(name, 'application/zip').contentDisposition).toBe(header);
  });

  it('is read by a client as it was given, if it has a letter outside ASCII', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((value) => `ä${value}`);
    fc.assert(
      fc.property(name, (given) => {
        fc.pre(!/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/u.test(given));
        const { contentDisposition } = presentationOf(given, 'application/zip');
        const [, extended = ''] = /; filename\*=UTF-8''([\w%.!#$&+^`|~-]+)$/.exec(contentDisposition) ?? [];
        expect(decodeURIComponent(extended)).toBe(given.trim());
      }),
    );
  });

  it('is a valid header whatever it contains', () => {
    const codes = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 });
    fc.assert(
      fc.property(codes, (values) => {
        const { contentDisposition } = presentationOf(String.fromCharCode(...values), 'application/zip');
        expect(contentDisposition).toMatch(/^attachment; filename="[\x20-\x7e]+$/);
      }),
    );
  });
});
