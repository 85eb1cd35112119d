import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { showMail } from '../display/show-mail.ts';
import { NODES_MAX } from '../limits.ts';
import { readMail } from '../read.ts';
import type { TakePart } from '../structure/file-parts.ts';
import { lines, multipart, read, sourceOf, withHead } from '../test-mails.fixture.ts';
import { MailReaders, type MailReadersOptions } from './mail-readers.ts';

const MAIL = lines('From: Dana <dana@example.com>', 'Subject: Printer', '', 'It is broken.');
const HOSTILE = new URL('./hostile-thread.fixture.ts', import.meta.url);
const MIB = 1024 * 1024;

const started: MailReaders[] = [];
function readers(options: MailReadersOptions = {}): MailReaders {
  const all = new MailReaders({ size: 1, activeMs: 60_000, ...options });
  started.push(all);
  return all;
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

const ignore: TakePart = async (_, bytes) => {
  for await (const _bytes of bytes);
};
const withFiles = (...files: readonly string[]) =>
  multipart(
    'mixed',
    'b',
    withHead(['Content-Type: text/plain'], 'See the files.'),
    ...files.map((file, at) =>
      withHead(
        ['Content-Type: application/pdf', `Content-Disposition: attachment; filename=${at}.pdf`],
        file,
      ),
    ),
  );

describe('a mail that is read in a thread', () => {
  it('is what it is without one, with the bytes of its parts', async () => {
    const source = withFiles('first'.repeat(50_000), '', 'third');
    const expected = await read(source);
    const contents: Buffer[] = [];
    const mail = await readers().read(sourceOf(source), async (part, bytes) => {
      expect(part).toMatchObject({
        index: contents.length,
        name: `${contents.length}.pdf`,
        isMessage: false,
      });
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      contents.push(Buffer.concat(pieces));
    });
    expect(mail).toEqual(expected.mail);
    expect(contents).toEqual(expected.files.map(({ content }) => content));
  });

  it('is read as fast as its parts are taken', async () => {
    let sent = 0;
    let taken = 0;
    async function* source() {
      yield Buffer.from(lines('Content-Type: application/pdf', ''));
      for (; sent < 16 * MIB; sent += 65_536) yield await Promise.resolve(Buffer.alloc(65_536, 'x'));
    }
    const mail = await readers().read(source(), async (_, bytes) => {
      for await (const piece of bytes) {
        taken += piece.byteLength;
        // What is on its way between the two.
        expect(sent - taken).toBeLessThan(2 * MIB);
        await new Promise(setImmediate);
      }
    });
    expect(mail.parts).toMatchObject([{ size: 16 * MIB }]);
  });

  it('goes on after a part of which bytes are left', async () => {
    const mail = await readers().read(sourceOf(withFiles('x'.repeat(2 * MIB), 'second')), async () => {});
    expect(mail.parts.map(({ size }) => size)).toEqual([2 * MIB, 6]);
  });

  it('throws the error of the one who takes its parts, and the next one is read', async () => {
    const failure = new Error('The disk is full');
    const all = readers();
    const refuse: TakePart = () => Promise.reject(failure);
    await expect(all.read(sourceOf(withFiles('first')), refuse)).rejects.toBe(failure);
    await expect(all.read(sourceOf(MAIL), ignore)).resolves.toMatchObject({ text: 'It is broken.' });
  });

  it('throws the error of its source, and the next one is read', async () => {
    const failure = new Error('The connection is lost');
    async function* source() {
      yield Buffer.from(MAIL);
      await Promise.reject(failure);
    }
    const all = readers();
    await expect(all.read(source(), ignore)).rejects.toBe(failure);
    await expect(all.read(sourceOf(MAIL), ignore)).resolves.toMatchObject({ text: 'It is broken.' });
  });

  it('is unreadable where it is without a thread', async () => {
    const source = multipart(
      'mixed',
      'b',
      ...Array.from({ length: NODES_MAX }, () => withHead(['X: y'], '')),
    );
    await expect(readMail(sourceOf(source), ignore)).rejects.toMatchObject({ code: 'too_many_parts' });
    await expect(readers().read(sourceOf(source), ignore)).rejects.toMatchObject({
      name: 'UnreadableMailError',
      code: 'too_many_parts',
    });
  });
});

describe('a mail that is shown in a thread', () => {
  const html =
    '<p>It is <b>broken</b>.</p><img src="cid:a@b"><img src="https://t.example/a.png"><script>x</script>';
  const images = [{ contentId: 'a@b', type: 'image/png', bytes: Buffer.from('an image') }];

  it('is what it is without one', async () => {
    const mail = { text: 'It is broken.\n\n> Is it?', html, subject: 'Printer' };
    const all = readers();
    expect(await all.show(mail, images)).toEqual(showMail(mail, images));
    const plain = { ...mail, html: null };
    expect(await all.show(plain, [])).toEqual(showMail(plain, []));
  });

  it('does not keep the process from its other work', async () => {
    // A table of this size takes some 0.4 s to sanitise.
    const mail = { text: '', html: '<td style="color:red">a</td>'.repeat(14_000), subject: '' };
    const all = readers();
    const inThread = await busyWhile(() => all.show(mail, []));
    const here = await busyWhile(async () => Promise.resolve(showMail(mail, [])));
    expect(here.result.document).toContain('<td style="color:red">a</td>');
    expect(inThread.result).toEqual(here.result);
    expect(inThread.busyMs).toBeLessThan(here.busyMs / 2);
  });
});

/** The result of work, and the milliseconds for which the thread of this module was busy meanwhile. */
async function busyWhile<Result>(work: () => Promise<Result>) {
  const before = performance.eventLoopUtilization();
  const result = await work();
  return { result, busyMs: performance.eventLoopUtilization(before).active };
}

describe('a mail that harms its thread', () => {
  it.each([
    ['exit', 'crashed'],
    ['throw', 'crashed'],
    ['loop', 'too_expensive'],
    ['allocate', 'too_expensive'],
  ])('by %s is unreadable, and the next one has a new thread', async (command, code) => {
    const options = command === 'loop' ? { activeMs: 50 } : { memoryMiB: 32 };
    const all = readers({ module: HOSTILE, ...options });
    for (let time = 0; time < 2; time += 1)
      await expect(all.read(sourceOf(command), ignore)).rejects.toMatchObject({
        name: 'UnreadableMailError',
        code,
      });
  });

  it.each([
    ['exit', 'crashed'],
    ['throw', 'crashed'],
    ['loop', 'too_expensive'],
    ['allocate', 'too_expensive'],
  ])('by %s when it is shown is unreadable, and the next one is read', async (command, code) => {
    const options = command === 'loop' ? { activeMs: 50 } : { memoryMiB: 32 };
    const all = readers({ module: HOSTILE, ...options });
    const mail = { text: command, html: null, subject: '' };
    for (let time = 0; time < 2; time += 1)
      await expect(all.show(mail, [])).rejects.toMatchObject({ name: 'UnreadableMailError', code });
  });

  it('ends the bytes of the part that is on its way', async () => {
    const all = readers();
    const endings: unknown[] = [];
    const reading = all.read(sourceOf(withFiles('x'.repeat(2 * MIB))), async (_, bytes) => {
      const closed = all.close();
      try {
        for await (const _bytes of bytes) await closed;
      } catch (error) {
        endings.push(error);
        throw error;
      }
    });
    await expect(reading).rejects.toMatchObject({ code: 'crashed' });
    expect(endings).toMatchObject([{ code: 'crashed' }]);
  });
});

describe('readers', () => {
  it('read as many mails at a time as they have threads, and all of them in the end', async () => {
    const all = readers({ size: 2 });
    let reading = 0;
    const mails = Array.from({ length: 7 }, () =>
      all.read(sourceOf(withFiles('x')), async (_, bytes) => {
        reading += 1;
        expect(reading).toBeLessThanOrEqual(2);
        await ignore(_, bytes);
        reading -= 1;
      }),
    );
    for (const mail of await Promise.all(mails)) expect(mail.text).toBe('See the files.');
  });

  it('end threads that have nothing to read, and start them again', async () => {
    const all = readers({ size: 2, idleMs: 1 });
    await Promise.all([all.read(sourceOf(MAIL), ignore), all.read(sourceOf(MAIL), ignore)]);
    await eventually(() => expect(all.threadCount).toBe(0));
    await expect(all.read(sourceOf(MAIL), ignore)).resolves.toMatchObject({ text: 'It is broken.' });
  });

  it('that are closed read nothing more', async () => {
    const all = readers();
    const reads = Array.from({ length: 3 }, () => all.read(sourceOf(MAIL), ignore));
    const ends = reads.map((one) => expect(one).rejects.toThrow('closed'));
    await all.close();
    await Promise.all(ends);
    await expect(all.read(sourceOf(MAIL), ignore)).rejects.toThrow('closed');
  });
});
