import { createHash } from 'node:crypto';
import { html, type Html, Html as TrustedHtml } from '@parley/runtime/http/html';
import type { FastifyReply } from 'fastify';

const STYLE = `
:root{color-scheme:light dark;--ground:#f3f4f8;--text:#1b1f2a;--accent:#3448c5;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#12141b;--text:#eceef4;--accent:#93a3ff;--on-accent:#12141b}}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:15vh auto 2rem;padding:0 1.5rem;overflow-wrap:anywhere}
h1{font-size:1.45rem;line-height:1.25}
button{padding:.7rem 1.1rem;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:0;border-radius:.55rem}
a{color:var(--accent)}
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const STYLE_ELEMENT = new TrustedHtml(`<style>${STYLE}</style>`);

export interface FormPage {
  readonly title: string;
  readonly content: Html;
  /** Where the form of the page may lead to after it was sent; undefined without a form. */
  readonly next?: string | null;
}

/** Sends a page that loads nothing but its style, may not be framed, and tells no other site its address, which may have a token. */
export function sendPage(
  reply: FastifyReply,
  { title, content, next }: FormPage,
  status = 200,
): FastifyReply {
  const targets = next === undefined ? "'none'" : `'self'${next === null ? '' : ` ${new URL(next).origin}`}`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    // Browsers apply it to redirects after the form too.
    `form-action ${targets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    .send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>${title}</title>
            ${STYLE_ELEMENT}
          </head>
          <body>
            <main>
              <h1>${title}</h1>
              ${content}
            </main>
          </body>
        </html> `.text,
    );
}

export const RECEIVED: FormPage = {
  title: 'Your message was received',
  content: html`<p>Thank you. You can close this page.</p>`,
};

export const ASKING: FormPage = {
  title: 'Confirm your address',
  content: html`<p>
    We have sent you a mail. Open the link in it and press the button there: only then your message is sent.
    The link works for 24 hours.
  </p>`,
};

/**
 * The same for a form of test mode, which mails nobody.
 * @param link null for a repetition: of the link of the first one, a hash is stored alone
 */
export const testAskingPage = (link: string | null): FormPage => ({
  title: ASKING.title,
  content: html`<p>The form is one of test mode, which mails nobody.</p>
    ${
      link === null
        ? html`<p>You have sent it before: the answer to that has the link.</p>`
        : html`<p>This is the link that its mail would have: <a href="${link}">${link}</a></p>`
    }`,
});

/** A scanner of mails opens links, and presses no buttons. */
export const confirmingPage = (next: string | null): FormPage => ({
  title: 'Send your message?',
  content: html`<p>You have written a message with a form. It is sent once you press the button.</p>
    <form method="post"><button>Send the message</button></form>`,
  next,
});

export const EXPIRED: FormPage = {
  title: 'This link does not work any more',
  content: html`<p>A link works for 24 hours. Send the form again to get another one.</p>`,
};

/** What was wrong, in words. */
export const refusedPage = (reasons: readonly string[]): FormPage => ({
  title: 'Your message was not sent',
  content: html`<ul>
      ${reasons.map((reason) => html`<li>${reason}</li>`)}
    </ul>
    <p>Go back with your browser to change it: it keeps what you have written.</p>`,
});
