import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { ApiClient, refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { addUser, auditOf } from './steps.ts';

const workspace = await operator.workspace('business');
const { live, test, credentials } = workspace;
const read = async (client: ApiClient) => client.call(api.getWorkspace, {});
const patch = (body: api.Input<typeof api.updateWorkspace>['body'], client = live) =>
  client.call(api.updateWorkspace, { body });

describe('the workspace', () => {
  it('is shown to any credential of either mode, with what its keys have used', async () => {
    const id = credentials.workspace_id;
    const { email } = await addUser(workspace, { role: 'viewer' });
    const asked = { workspace: id, email, name: 'Least', scopes: 'tickets:read' };
    const { token } = await operator.run(api.createPat, asked);
    const seen = await new ApiClient(live.baseUrl, token).ok(api.getWorkspace, {});
    expect(seen.data).toMatchObject({
      id,
      plan: 'business',
      usage: { requests_per_minute: 1000, live: { rate_limited: 0 } },
      country: null,
      time_zone: 'UTC',
      language: 'en',
      sla_targets: { urgent: '1h', high: '4h', normal: '8h' },
    });
    const before = (await test.ok(api.getWorkspace, {})).data.usage;
    await test.ok(api.getMe, {});
    const after = (await test.ok(api.getWorkspace, {})).data.usage;
    expect((after?.test.requests ?? 0) - (before?.test.requests ?? 0)).toBe(2);
  });

  it('changes in the given fields alone, is versioned, and its changes are in the audit log', async () => {
    const first = await read(live);
    const body = { name: 'Renamed', country: 'CH', time_zone: 'Europe/Zurich', language: 'de-ch' };
    const changed = await patch(body);
    const shown = { ...body, language: 'de-CH' };
    expect(changed.body).toMatchObject({ data: { ...shown, sla_targets: { high: '4h' } } });
    expect((await read(test)).body).toMatchObject({ data: shown });
    expect((await live.ok(api.getMe, {})).data.workspace.name).toBe('Renamed');

    const tag = first.headers.get('etag') ?? '';
    const stale = await live.call(api.updateWorkspace, { body: { country: null } }, { 'if-match': tag });
    expect(refusalOf(stale)).toBe('412 precondition_failed');
    const current = changed.headers.get('etag') ?? '';
    expect((await live.call(api.getWorkspace, {}, { 'if-none-match': current })).status).toBe(304);
    // Also a change of what another service keeps.
    const targets = { workspace: credentials.workspace_id, targets: 'low=2d' };
    await operator.run(api.setSlaTargets, targets);
    const next = await live.call(api.getWorkspace, {}, { 'if-none-match': current });
    expect([next.status, next.body]).toMatchObject([200, { data: { sla_targets: { low: '2d' } } }]);

    expect((await patch(body)).headers.get('etag')).toBe(next.headers.get('etag'));
    const entries = (await auditOf(workspace)).filter(({ type }) => type === 'workspace.updated');
    const { name, country, time_zone: zone, language } = shown;
    const changes = {
      name: { from: expect.any(String), to: name },
      country: { from: null, to: country },
      time_zone: { from: 'UTC', to: zone },
      language: { from: 'en', to: language },
    };
    expect(entries.map(({ details }) => details)).toEqual([{ changes }]);
  });

  it('is changed by its whole record, of which the usage has changed meanwhile', async () => {
    const { data } = await live.ok(api.getWorkspace, {});
    const changed = await patch({ ...data, name: 'Whole' });
    expect([changed.status, changed.body]).toMatchObject([200, { data: { name: 'Whole' } }]);
    expect(refusalOf(await patch({ ...data, plan: 'starter' } as never))).toBe(
      '422 read_only_parameter plan',
    );
  });

  it.each([
    ['country', 'de'],
    ['country', 'EU'],
    ['country', ''],
    ['time_zone', '+01:00'],
    ['time_zone', 'Mars/Olympus'],
    ['language', 'no language'],
    ['name', ''],
  ])('rejects the %s %j', async (field, value) => {
    const before = (await live.ok(api.getWorkspace, {})).data.updated_at;
    expect(refusalOf(await patch({ [field]: value }))).toBe(`422 invalid_parameter ${field}`);
    expect((await live.ok(api.getWorkspace, {})).data.updated_at).toBe(before);
  });
});
