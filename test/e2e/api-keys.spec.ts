import { describe, expect, it } from '@jest/globals';
import { createKey, getMe, revokeKey } from '@parley/contracts';
import { ApiClient } from '@parley/testing';
import { operator } from './platform.ts';

describe('an API key', () => {
  it('is rejected on the next request after it is revoked, also while it is in use', async () => {
    const { credentials, live } = await operator.workspace();
    for (let round = 0; round < 20; round += 1) {
      const { id, key } = await operator.run(createKey, {
        workspace: credentials.workspace_id,
        name: 'short-lived',
        scopes: 'read:tickets,tickets:write',
      });
      const client = new ApiClient(live.baseUrl, key);
      expect((await client.call(getMe, {})).status).toBe(200);
      const load = Promise.all(Array.from({ length: 5 }, () => client.call(getMe, {})));
      await operator.run(revokeKey, { id });
      const answer = await client.call(getMe, {});
      expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_api_key']);
      await load;
    }
  });
});
