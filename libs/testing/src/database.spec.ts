import { describe, expect, it } from '@jest/globals';
import { TestDatabase } from './database.ts';

describe('a database for a test', () => {
  it('is created on the server that TEST_DATABASE_URL names at that moment', async () => {
    await (await TestDatabase.create()).drop();
    process.env['TEST_DATABASE_URL'] = 'postgres://127.0.0.1:1/postgres';
    await expect(TestDatabase.create()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
