import { expect, it } from '@jest/globals';
import { operator } from '../platform.ts';
import { ConsoleClient } from './console-client.ts';

const admin = await ConsoleClient.signIn(await operator.workspace());

/** The directives of a page of the console, and the nonce that its HTML tells scripts. */
async function policyOf(page: string): Promise<{ policy: Map<string, string>; nonce: string | undefined }> {
  const { headers, text: html } = await admin.browser.open(`${admin.browser.authUrl}/console/${page}`);
  expect(headers.get('cache-control')).toBe('no-store');
  const directives = (headers.get('content-security-policy') ?? '').split(';');
  const policy = new Map(
    directives.map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
  return { policy, nonce: /csp-nonce" nonce="([^"]+)"/.exec(html)?.[1] };
}

it.each([
  ['tickets', 'no other inline code', []],
  ['playground', 'style attributes too', [['style-src-attr', "'unsafe-inline'"]]],
])('the page %s allows its own scripts, the styles of this response and %s', async (page, _, unsafe) => {
  const [first, second] = [await policyOf(page), await policyOf(page)];
  for (const { policy, nonce } of [first, second]) {
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe(`'self' 'nonce-${nonce}'`);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect([...policy].filter(([, values]) => values.includes('unsafe'))).toEqual(unsafe);
  }
  expect(first.nonce).not.toBe(second.nonce);
});
