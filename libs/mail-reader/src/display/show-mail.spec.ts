import { describe, expect, it } from '@jest/globals';
import { HTML_TAGS_MAX } from '@parley/mail-text';
import type { InlineImage } from './inline-image.ts';
import { showMail } from './show-mail.ts';

const MIB = 1024 * 1024;
const imageOf = (contentId: string, bytes: Uint8Array): InlineImage => ({
  contentId,
  type: 'image/png',
  bytes,
});
const shown = (html: string, images: readonly InlineImage[] = []) =>
  showMail({ text: 'Hello', html, subject: 'Printer' }, images);
const count = (text: string | null, part: string) => (text ?? '').split(part).length - 1;

describe('what is shown of a mail', () => {
  it('is its text without what it quotes, and a document in which the quotation is folded', () => {
    const html = '<p>It works.</p><blockquote type="cite">Does it work?</blockquote>';
    const mail = showMail({ text: 'It works.\n\n> Does it work?', html, subject: 'Re: Printer' }, []);
    expect(mail).toMatchObject({ body: 'It works.', quotedBody: '> Does it work?', remoteDocument: null });
    expect(mail.document).toContain('<details class="parley-quote">');
  });

  it('without HTML is its text alone', () => {
    expect(showMail({ text: 'Hello', html: null, subject: '' }, [])).toEqual({
      body: 'Hello',
      quotedBody: null,
      document: null,
      remoteDocument: null,
    });
  });

  it('has a second document with the images of other servers', () => {
    const { document, remoteDocument } = shown('<img src="https://t.example/a.png">');
    expect(document).not.toContain(' src="https:');
    expect(remoteDocument).toContain('<img src="https://t.example/a.png">');
    expect(remoteDocument).toContain('img-src data: https:;');
  });

  it('with HTML that is too large to be sanitised is its text alone', () => {
    expect(shown('<br>'.repeat(HTML_TAGS_MAX + 1))).toEqual({
      body: 'Hello',
      quotedBody: null,
      document: null,
      remoteDocument: null,
    });
  });

  it('contains the images of the mail, by their ids', () => {
    const { document } = shown('<img src="cid:a@b"><img src="cid:other">', [
      imageOf('a@b', Buffer.from('xxx')),
    ]);
    expect(count(document, '<img src="data:image/png;base64,eHh4"')).toBe(1);
    expect(count(document, ' src=')).toBe(1);
  });

  it('counts an image each time that it is shown, up to 5 MiB in each document', () => {
    const html = `${'<img src="cid:a">'.repeat(6)}<img src="https://t.example/a.png">`;
    const { document, remoteDocument } = shown(html, [imageOf('a', Buffer.alloc(MIB))]);
    expect(count(document, 'src="data:')).toBe(5);
    expect(count(remoteDocument, 'src="data:')).toBe(5);
  });
});
