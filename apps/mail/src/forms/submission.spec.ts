import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@parley/contracts';
import fc from 'fast-check';
import { formEntries } from '../incoming/providers/form-fields.ts';
import { contentKeyOf, submissionOf, TRAP, type Submission } from './submission.rules.ts';

const submitted = (pairs: readonly (readonly [string, string])[]): Submission =>
  submissionOf(pairs.map(([name, value]) => [name, Buffer.from(value)]));
const refusal = (pairs: readonly (readonly [string, string])[]): ApiError => {
  try {
    submitted(pairs);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('the form is not refused');
};
const REQUIRED = [
  ['email', 'dana@example.com'],
  ['message', 'Hello'],
] as const;

describe('what is written into a form', () => {
  it('is its known fields, and the others at the end of the text', () => {
    const form = [['name', ' Dana '], ...REQUIRED, ['phone', '1'], ['topic', 'a'], ['topic', 'b']] as const;
    expect(submitted([...form, [TRAP, ''], ['_charset_', 'UTF-8'], ['file', '']])).toEqual({
      name: 'Dana',
      address: 'dana@example.com',
      subject: null,
      body: 'Hello\n\nphone: 1\ntopic: a\ntopic: b',
    });
  });

  it('loses none of its texts, or is refused', () => {
    const name = fc.oneof(fc.constantFrom('name', 'subject', 'topic', TRAP), fc.string({ unit: 'binary' }));
    const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(pairs, (others) => {
        const form = new URLSearchParams(
          [...REQUIRED, ...others].map(([key, value]): [string, string] => [key, value]),
        );
        const type = 'application/x-www-form-urlencoded';
        const entries = formEntries(type, Buffer.from(form.toString()));
        let submission: Submission;
        try {
          submission = submissionOf(entries);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          return;
        }
        for (const [key, value] of entries) {
          const text = value.toString().replaceAll(/\r\n?/g, '\n').trim();
          if (!['name', 'subject', '_charset_', 'email', 'message'].includes(key))
            expect(submission.body).toContain(text);
        }
      }),
    );
  });

  it('has one line in its name and its subject, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (value) => {
        const text = value.toWellFormed().replaceAll('\0', '');
        const { name, subject } = submitted([...REQUIRED, ['name', text], ['subject', text]]);
        expect(`${name ?? ''}${subject ?? ''}`).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it.each([
    ['without an address', [['message', 'Hello']], 'missing_parameter', 'email'],
    ['with the trap filled in', [...REQUIRED, [TRAP, 'x']], 'invalid_parameter', TRAP],
    ['with a field twice', [...REQUIRED, ['email', 'kim@example.com']], 'invalid_parameter', 'email'],
    [
      'with a NUL character',
      [
        ['email', 'a@b.example'],
        ['message', 'a\0b'],
      ],
      'invalid_parameter',
      'message',
    ],
    [
      'with an address of two lines',
      [
        ['email', 'a@b.example\nBcc: x@y.example'],
        ['message', 'a'],
      ],
      'invalid_parameter',
      'email',
    ],
  ] as const)('is refused %s', (_, pairs, code, param) => {
    expect(refusal(pairs)).toMatchObject({ code, param });
  });

  it('is refused with a file', () => {
    const entries = [...REQUIRED.map(([name, value]) => [name, Buffer.from(value)] as const)];
    const file = ['photo', Buffer.from([0xff, 0xd8, 0xff, 0])] as const;
    expect(() => submissionOf([...entries, file])).toThrow('files are not taken');
  });

  it('has one key for one content, and another one for each other', () => {
    const one = submitted([...REQUIRED]);
    expect(contentKeyOf({ ...one, address: 'DANA@example.com' })).toEqual(contentKeyOf(one));
    const others = [
      { name: 'Dana' },
      { subject: 'Hello' },
      { body: 'Hello.' },
      { address: 'kim@example.com' },
    ];
    for (const other of others) expect(contentKeyOf({ ...one, ...other })).not.toEqual(contentKeyOf(one));
  });
});
