import { UnreadableMailError } from './unreadable-mail-error.ts';
import { read } from './test-mails.fixture.ts';

const SHOWN_MAX = 120;

/** What is read of a mail as a record that can be kept as JSON: with the beginning of its files, without their hashes, and without the size and hash of its source. */
export async function recordOf(source: Buffer, pieceSize?: number): Promise<unknown> {
  try {
    const { mail, files } = await read(source, pieceSize);
    const { contentHash: _contentHash, size: _size, parts, ...rest } = mail;
    const record = {
      ...rest,
      parts: parts.map(({ sha256: _sha256, ...part }) => ({
        ...part,
        content: shown(files[part.index]?.content ?? Buffer.alloc(0)),
      })),
    };
    return JSON.parse(JSON.stringify(record));
  } catch (error) {
    if (error instanceof UnreadableMailError) return { error: error.code };
    throw error;
  }
}

const shown = (content: Buffer) => content.subarray(0, SHOWN_MAX).toString('latin1');
