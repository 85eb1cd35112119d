import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../test-data/corpora/', import.meta.url);

export interface CorpusMail {
  /** Its folder and file, `enmime/mail--ctype-bug.raw`. */
  readonly name: string;
  readonly source: Buffer;
}

/** The mails of test-data/corpora, each of which has its licence beside it. */
export function corpusMails(): CorpusMail[] {
  return readdirSync(FOLDER).flatMap((corpus) =>
    readdirSync(new URL(`${corpus}/`, FOLDER))
      .filter((file) => /\.(?:eml|raw)$/.test(file))
      .toSorted()
      .map((file) => ({
        name: `${corpus}/${file}`,
        source: readFileSync(new URL(`${corpus}/${file}`, FOLDER)),
      })),
  );
}
