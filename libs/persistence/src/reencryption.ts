import { Inject, Injectable } from '@nestjs/common';
import { reencryptSecrets, type ParsedInput, type Result } from '@parley/contracts';
import { remaining, type Context } from '@parley/runtime/context';
import { Encryptor } from '@parley/runtime/encryptor';
import { Handles } from '@parley/runtime/handlers';
import { Database } from './transaction/database.ts';
import type { Statement } from './statements/statement.ts';

const BATCH = 200;
const MARGIN_MS = 5_000;

export interface EncryptedRows<Row extends { encrypted: Buffer[] } = { encrypted: Buffer[] }> {
  readonly type: string;
  /** Rows after the key `$1…` with a value that does not begin with the next parameter, by the key; as many as the last one. */
  readonly select: Statement<Row, 'system'>;
  /** Replaces the values of the row with the key `$1…`, if they are still those of the next parameter, by the last one. */
  readonly update: Statement<unknown, 'system'>;
  readonly firstKey: readonly string[];
  keyOf(row: Row): readonly string[];
  purposeOf(row: Row): string;
}

export const ENCRYPTED_ROWS = Symbol('ENCRYPTED_ROWS');

/** Encrypts what other keys have encrypted with the current one, so that those keys can be removed. */
@Injectable()
export class Reencryption {
  constructor(
    private readonly database: Database,
    private readonly encryptor: Encryptor,
    @Inject(ENCRYPTED_ROWS) private readonly encrypted: readonly EncryptedRows[],
  ) {}

  /** Skips what has the current key already, so a repeat continues where the last one ended. */
  @Handles(reencryptSecrets)
  async reencrypt(ctx: Context, _input: ParsedInput<typeof reencryptSecrets>) {
    const secrets: Result<typeof reencryptSecrets>['secrets'] = [];
    let completed = true;
    for (const rows of this.encrypted) {
      const counts = { type: rows.type, reencrypted: 0, unreadable: 0 };
      secrets.push(counts);
      completed = (await this.#reencryptAll(ctx, rows, counts)) && completed;
    }
    return { secrets, completed };
  }

  async #reencryptAll(
    ctx: Context,
    rows: EncryptedRows,
    counts: { reencrypted: number; unreadable: number },
  ): Promise<boolean> {
    let after = rows.firstKey;
    while (remaining(ctx) > MARGIN_MS) {
      const batch = await this.database.system(rows.select, [...after, this.encryptor.prefix, BATCH]);
      for (const row of batch) {
        const replaced = this.#replacementOf(row.encrypted, rows.purposeOf(row));
        if (replaced === undefined) {
          counts.unreadable += 1;
          continue;
        }
        // One at a time: an operator's command leaves the connections to requests. A row that has changed meanwhile is new.
        const values = [...rows.keyOf(row), row.encrypted, replaced];
        counts.reencrypted += (await this.database.system(rows.update, values)).length;
      }
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return true;
      after = rows.keyOf(last);
    }
    return false;
  }

  #replacementOf(values: readonly Buffer[], purpose: string): Buffer[] | undefined {
    const { prefix } = this.encryptor;
    try {
      return values.map((value) =>
        value.subarray(0, prefix.length).equals(prefix)
          ? value
          : this.encryptor.encrypt(this.encryptor.decrypt(value, purpose), purpose),
      );
    } catch {
      return undefined;
    }
  }
}
