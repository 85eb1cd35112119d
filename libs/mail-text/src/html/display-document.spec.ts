import { describe, expect, it } from '@jest/globals';
import { displayDocument } from './display-document.ts';
import { elementsOf, textIn } from './inert.fixture.ts';

const policyOf = (document: string) =>
  elementsOf(document, 'meta').find((meta) => meta['http-equiv'] === 'Content-Security-Policy')?.['content'];

describe('the document of a mail', () => {
  it('is complete, and declares its character set first', () => {
    const document = displayDocument('<p>ü</p>');
    expect(document).toMatch(/^<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">/);
    expect(elementsOf(document, 'p')).toHaveLength(1);
    expect(textIn(document)).toContain('ü');
  });

  it('runs, requests and submits nothing by its own policy', () => {
    expect(policyOf(displayDocument('x'))).toBe(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    expect(elementsOf(displayDocument('x'), 'meta')).toContainEqual({
      name: 'referrer',
      content: 'no-referrer',
    });
  });

  it('shows images of the sources that it is given', () => {
    expect(policyOf(displayDocument('x', ['https://files.example:8443']))).toContain(
      'img-src data: https://files.example:8443;',
    );
    expect(policyOf(displayDocument('x', ['http:', 'https:', 'data:']))).toContain(
      'img-src data: http: https:;',
    );
  });

  it.each(["'self'", '*', "https://x; script-src 'unsafe-inline'", '"><script>', ''])(
    'refuses the source %j',
    (source) => {
      expect(() => displayDocument('x', [source])).toThrow(TypeError);
    },
  );

  it('has a light page in both color schemes', () => {
    expect(displayDocument('x')).toContain('color-scheme: light; background: #fff; color: #1f1f1f;');
  });
});
