/** A file whose content runs a script if a browser takes it for what it also is. */
export interface HostileFile {
  name: string;
  /** As its sender calls it. */
  type: string;
  content: (script: string) => Uint8Array<ArrayBuffer> | string;
  /** The media type under which a browser shows it, if it is shown. */
  shown?: string;
}

const page = (script: string) => `<!doctype html><html><body><script>${script}</script></body></html>`;
const svg = (script: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;

/** A picture that a decoder accepts, followed by a page. */
const pngAndPage = (script: string) =>
  Uint8Array.from([
    ...Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
    ...Buffer.from(page(script)),
  ]);

export const HOSTILE_FILES: HostileFile[] = [
  { name: 'page.html', type: 'text/html', content: page },
  { name: 'page.png', type: 'image/png', content: page },
  { name: 'page.pdf', type: 'application/pdf', content: page },
  { name: 'page', type: 'text/html; charset=utf-7', content: page },
  { name: 'picture.svg', type: 'image/svg+xml', content: svg },
  { name: 'picture.png', type: 'image/png', content: svg },
  { name: 'declared.svg', type: 'image/svg+xml', content: (script) => `<?xml version="1.0"?>${svg(script)}` },
  {
    name: 'page.xhtml',
    type: 'application/xhtml+xml',
    content: (script) =>
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
  },
  {
    name: 'feed.xml',
    type: 'text/xml',
    content: (script) =>
      `<?xml version="1.0"?><rss xmlns:h="http://www.w3.org/1999/xhtml"><h:script>${script}</h:script></rss>`,
  },
  { name: 'module.js', type: 'text/javascript', content: (script) => script },
  {
    name: 'archive.mhtml',
    type: 'message/rfc822',
    content: (script) =>
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${page(script)}\r\n--b--\r\n`,
  },
  // A picture that is a script: GIF89a is a variable there.
  {
    name: 'script.gif',
    type: 'image/gif',
    content: (script) => `GIF89a/*${'\0'.repeat(8)}*/=1;${script}`,
    shown: 'image/gif',
  },
  { name: 'page.gif', type: 'text/html', content: (script) => `GIF89a${page(script)}`, shown: 'image/gif' },
  { name: 'both.png', type: 'text/html', content: pngAndPage, shown: 'image/png' },
  {
    name: 'page-and.pdf',
    type: 'text/html',
    content: (script) => `%PDF-1.4\n${page(script)}`,
    shown: 'application/pdf',
  },
];
