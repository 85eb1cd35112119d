import { createHash, randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFile, type File as FileRecord } from '@parley/contracts';
import { ApiClient, connected, eventually } from '@parley/testing';
import { BareServices } from './bare-services.ts';
import { pidIn } from './pid-of.ts';

let services: BareServices;
let client: ApiClient;
beforeAll(async () => {
  services = await BareServices.start(['identity', 'conversation', 'file', 'gateway']);
  client = (await services.operator.workspace()).live;
});
afterAll(() => services.remove());

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const upload = (bytes: Buffer) =>
  client.call(createFile, { body: { file: new File([new Uint8Array(bytes)], 'report.bin') } });

async function rows() {
  await using database = await connected(services.env['DATABASE_URL']);
  const sql = 'select id, mode, status, size, sha256 from file.file';
  return (await database.query<Record<string, unknown>>(sql)).rows;
}

/** What the storage has, by the name of the object. */
async function objects(): Promise<Map<string, string>> {
  const folder = services.env['FILE_DIR'] ?? '';
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(files.map(({ name, parentPath }) => [name, join(parentPath, name)]));
}

describe('when the disk takes no more', () => {
  /** The kernel refuses a write beyond this size, in the middle of a file. The soft limit: only root may raise a hard one. */
  const limitFiles = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(pidIn(services.running, 'file')), `--fsize=${bytes}:`]);

  it('an upload is answered 503 and leaves nothing, until there is room again', async () => {
    // The folder of the files is made with the first of them.
    expect((await upload(randomBytes(100_000))).status).toBe(201);
    const before = [await rows(), await objects()];
    limitFiles(500_000);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await upload(randomBytes(3_000_000))).status).toBe(503);
    await eventually(async () => expect([await rows(), await objects()]).toEqual(before));
    expect((await upload(randomBytes(100_000))).status).toBe(201);
    limitFiles('unlimited');
    const bytes = randomBytes(3_000_000);
    const { status, body } = await upload(bytes);
    expect(status).toBe(201);
    const { id } = (body as unknown as { data: FileRecord }).data;
    expect(sha256(await readFile((await objects()).get(id) ?? ''))).toBe(sha256(bytes));
  });
});
