import { ByteReader, MalformedError } from './byte-reader.ts';

/** What a dictionary begins with (MS-OXRTFCP section 2.1.2.1). */
const DICTIONARY = Buffer.from(
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
    '\r\n' +
    String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
  'latin1',
);
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const DICTIONARY_SIZE = 4_096;
const OUTPUT_MAX = 8 * 1024 * 1024;

/** The RTF of a compressed one (MS-OXRTFCP). Throws {@link MalformedError} if it is none, or larger than 8 MiB. */
export function decompressedRtf(source: Buffer): Buffer {
  const reader = new ByteReader(source);
  reader.uint32();
  const size = reader.uint32();
  const kind = reader.uint32();
  reader.uint32();
  if (kind === UNCOMPRESSED) return reader.bytes(Math.min(size, reader.left));
  if (kind !== COMPRESSED || size > OUTPUT_MAX)
    throw new MalformedError('This is no compressed RTF of up to 8 MiB');
  return decompressed(reader, size);
}

function decompressed(reader: ByteReader, size: number): Buffer {
  const output = Buffer.alloc(size);
  const dictionary = Buffer.alloc(DICTIONARY_SIZE, ' ');
  DICTIONARY.copy(dictionary);
  let write = DICTIONARY.length;
  let length = 0;
  const put = (byte: number) => {
    dictionary[write] = byte;
    write = (write + 1) % DICTIONARY_SIZE;
    if (length < size) output[length++] = byte;
  };
  while (reader.left > 0 && length < size) {
    const control = reader.uint8();
    for (let bit = 0; bit < 8 && reader.left > 0; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(reader.uint8());
        continue;
      }
      if (reader.left < 2) return output.subarray(0, length);
      const reference = (reader.uint8() << 8) | reader.uint8();
      const offset = reference >> 4;
      // A reference to where the next byte goes marks the end.
      if (offset === write) return output.subarray(0, length);
      for (let at = 0; at < (reference & 0x0f) + 2; at += 1)
        put(dictionary[(offset + at) % DICTIONARY_SIZE] ?? 0);
    }
  }
  return output.subarray(0, length);
}
