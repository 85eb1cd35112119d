import { afterAll, describe, expect, it } from '@jest/globals';
import { ENV, type Env } from '@parley/runtime/config';
import { inWorkspace, systemContext, type WorkspaceContext } from '@parley/runtime/context';
import { LOGGER } from '@parley/runtime/logging';
import { newId, newUuid } from '@parley/runtime/records';
import { uuidOf } from '@parley/contracts';
import { altered, TestStore } from '@parley/testing';
import { identityDatabase } from '../identity.database.ts';
import { IdentityConfig } from '../identity.config.ts';
import { PasswordHasher } from '../users/password-hasher.ts';
import { resetPasswordHash } from './passwords.queries.ts';
import { OFFLINE } from '../users/availability.rules.ts';
import { UserRow } from '../users/user.entity.ts';
import { insertWorkspace } from '../workspaces/workspaces.queries.ts';
import { LoginThrottle } from './login-throttle.ts';
import { Accounts } from './accounts.ts';
import { newSessionId, Sessions } from './sessions.ts';
import { SignIn, type SignInResult } from './sign-in.ts';
import { TrustedBrowsers } from './trusted-browsers.ts';
import { WorkspaceChoices } from './workspace-choices.ts';

const PASSWORD = 'right password';
const BROWSER = newSessionId();
const workspaceId = newId('workspace');
const ctx = inWorkspace(systemContext(), workspaceId);
const store = await TestStore.open(identityDatabase, {
  providers: [
    SignIn,
    Accounts,
    PasswordHasher,
    Sessions,
    LoginThrottle,
    TrustedBrowsers,
    WorkspaceChoices,
    { provide: IdentityConfig, inject: [ENV], useFactory: (env: Env) => new IdentityConfig(env) },
  ],
  env: { PASSWORD_HASH_MEMORY: '1MiB', LOGIN_FAILURES_PER_ACCOUNT: '3', LOGIN_FAILURES_PER_ADDRESS: '4' },
});
const { database } = store;
const db = store.db;
await db.read(ctx).query(insertWorkspace, ['Test', 'starter', 'Ab12', new Date()]);
for (const email of ['kim@example.com', 'lee@example.com']) await addUser(ctx, email, PASSWORD);
afterAll(() => store.close());

async function addUser(tenant: WorkspaceContext, email: string, password: string): Promise<string> {
  const id = newUuid();
  const passwordHash = await store.app.get(PasswordHasher).hash(password);
  await store.db.transaction(tenant, (tx) =>
    tx.insert(UserRow, {
      ...OFFLINE,
      id,
      email,
      email_key: email,
      name: 'A',
      role: 'agent',
      status: 'active',
      avatar_url: null,
      password_hash: passwordHash,
    }),
  );
  return id;
}

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;

function signIn(
  address: string,
  email: string,
  password: string,
  trustCookie?: string,
  workspace: string | null = uuidOf('workspace', workspaceId),
): Promise<SignInResult> {
  const request = {
    email,
    password,
    workspaceId: workspace,
    address,
    browser: BROWSER,
    trustCookie,
    userAgent: 'Jest',
  };
  return store.app.get(SignIn).signIn(systemContext(), request);
}

async function trustedBrowser(email = 'kim@example.com'): Promise<string> {
  const result = await signIn(newAddress(), email, PASSWORD);
  if (result.kind !== 'signed-in') throw new Error(result.kind);
  return result.trustCookie;
}

async function fail(address: string, email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect(await signIn(address, email, 'wrong')).toEqual({ kind: 'wrong' });
}

/** As if this much time had passed. */
async function pass(seconds: number): Promise<void> {
  await database.query(
    `update identity.login_failure set ends_at = ends_at - $1 * interval '1 s',
            blocked_until = blocked_until - $1 * interval '1 s'`,
    [seconds],
  );
}

describe('an address with too many wrong passwords', () => {
  it('is delayed and not refused, so that the right password still signs in', async () => {
    const address = newAddress();
    for (let user = 0; user < 4; user += 1) await fail(address, `nobody${user}@example.com`, 1);
    expect((await signIn(address, 'kim@example.com', PASSWORD)).kind).toBe('signed-in');
  });

  it('lets its sign-ins wait for each other, and refuses for seconds what finds no place', async () => {
    const address = newAddress();
    const cookie = await trustedBrowser();
    for (let user = 0; user < 4; user += 1) await fail(address, `nobody${user}@example.com`, 1);
    const done: string[] = [];
    const others = Array.from({ length: 24 }, async (_, i) => {
      const result = await signIn(address, `other${i}@example.com`, 'wrong');
      done.push(result.kind);
      return result;
    });
    const trusted = await signIn(address, 'kim@example.com', PASSWORD, cookie);
    done.push(trusted.kind);
    const results = await Promise.all(others);
    expect(results.filter(({ kind }) => kind === 'wrong').length).toBeGreaterThanOrEqual(11);
    expect(results).toContainEqual({ kind: 'too-many', retryAfter: expect.any(Number) });
    for (const result of results)
      if (result.kind === 'too-many') expect(result.retryAfter).toBeLessThanOrEqual(20);
    // A browser in which the account has signed in before waits for none of them.
    expect(done.indexOf('signed-in')).toBeLessThan(done.length - 5);
  });
});

describe('an account', () => {
  it('is blocked for an address for 15 s, then twice as long after each further wrong password, up to 15 minutes', async () => {
    const address = newAddress();
    await fail(address, 'kim@example.com', 3);
    const blocks: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const refused = await signIn(address, 'kim@example.com', PASSWORD);
      if (refused.kind !== 'too-many') throw new Error(refused.kind);
      blocks.push(refused.retryAfter);
      await pass(refused.retryAfter);
      await fail(address, 'kim@example.com', 1);
    }
    expect(blocks.slice(0, 6).map((seconds) => Math.round(seconds / 15))).toEqual([1, 2, 4, 8, 16, 32]);
    expect(blocks.slice(6)).toEqual([900, 900]);
    await pass(900);
    expect((await signIn(address, 'kim@example.com', PASSWORD)).kind).toBe('signed-in');
    // Forgotten with the sign-in.
    await fail(address, 'kim@example.com', 3);
  });

  it('can sign in where it has before, whatever others at the address do', async () => {
    const address = newAddress();
    const cookie = await trustedBrowser();
    await fail(address, 'kim@example.com', 3);
    expect((await signIn(address, 'kim@example.com', PASSWORD)).kind).toBe('too-many');
    expect((await signIn(address, 'kim@example.com', PASSWORD, cookie)).kind).toBe('signed-in');
    // The trust is for one account and workspace, and nobody can make it.
    await fail(address, 'lee@example.com', 3);
    for (const [email, wrongCookie] of [
      ['lee@example.com', cookie],
      ['kim@example.com', altered(cookie)],
    ] as const)
      expect((await signIn(address, email, PASSWORD, wrongCookie)).kind).toBe('too-many');
  });

  it('has a limit of its own in a browser where it has signed in', async () => {
    const cookie = await trustedBrowser();
    for (let round = 0; round < 3; round += 1)
      expect(await signIn(newAddress(), 'kim@example.com', 'wrong', cookie)).toEqual({ kind: 'wrong' });
    expect((await signIn(newAddress(), 'kim@example.com', PASSWORD, cookie)).kind).toBe('too-many');
    expect((await signIn(newAddress(), 'kim@example.com', PASSWORD)).kind).toBe('signed-in');
  });

  it('may trust several browsers, and a browser several accounts', async () => {
    const kim = await trustedBrowser();
    const both = await signIn(newAddress(), 'lee@example.com', PASSWORD, kim);
    if (both.kind !== 'signed-in') throw new Error(both.kind);
    const workspace = uuidOf('workspace', workspaceId);
    for (const email of ['kim@example.com', 'lee@example.com']) {
      expect(store.app.get(TrustedBrowsers).find(both.trustCookie, email, workspace)).not.toBeNull();
      expect(store.app.get(TrustedBrowsers).find(both.trustCookie, email, newUuid())).toBeNull();
    }
  });
});

const email = 'noa@example.com';
const users = new Map<string, { workspace: WorkspaceContext; id: string }>();
for (const [name, password] of [
  ['North', PASSWORD],
  ['South', PASSWORD],
  ['East', 'another password'],
] as const) {
  const workspace = inWorkspace(systemContext(), newId('workspace'));
  await store.db.read(workspace).query(insertWorkspace, [name, 'starter', 'Ab12', new Date()]);
  users.set(name, { workspace, id: await addUser(workspace, email, password) });
}

describe('an e-mail address with accounts in several workspaces', () => {
  const choose = (choice: string, name: string, browser = BROWSER) => {
    const request = { choice, workspaceId: uuidOf('workspace', contextOf(name).tenant.workspaceId), browser };
    const from = { address: newAddress(), trustCookie: undefined, userAgent: 'Jest' };
    return store.app.get(SignIn).choose(systemContext(), { ...request, ...from });
  };
  const contextOf = (name: string) => users.get(name)?.workspace ?? ctx;
  const chosen = async () => {
    const result = await signIn(newAddress(), email, PASSWORD, undefined, null);
    if (result.kind !== 'choose') throw new Error(result.kind);
    return result;
  };

  it('chooses among those in which its password is right, and is told of no other', async () => {
    const { workspaces, choice } = await chosen();
    expect(workspaces.map(({ name }) => name).sort()).toEqual(['North', 'South']);
    const session = await choose(choice, 'South');
    expect(await store.app.get(Sessions).find(session?.sessionId)).toMatchObject({
      user_id: users.get('South')?.id,
      workspace_name: 'South',
    });
    expect(await choose(choice, 'East')).toBeNull();
  });

  it('is asked nothing if its password is right in one of them', async () => {
    const result = await signIn(newAddress(), email, 'another password', undefined, null);
    if (result.kind !== 'signed-in') throw new Error(result.kind);
    expect(await store.app.get(Sessions).find(result.sessionId)).toMatchObject({ workspace_name: 'East' });
  });

  it('cannot be chosen in another browser, with a forged choice, or after the password has changed', async () => {
    const { choice } = await chosen();
    expect(await choose(choice, 'North', newSessionId())).toBeNull();
    expect(await choose(altered(choice), 'North')).toBeNull();
    expect(await choose('', 'North')).toBeNull();
    await store.db.transaction(contextOf('North'), async (tx) =>
      tx.query(resetPasswordHash, [
        users.get('North')?.id,
        await store.app.get(PasswordHasher).hash('a third one'),
      ]),
    );
    expect(await choose(choice, 'North')).toBeNull();
    expect(await choose(choice, 'South')).not.toBeNull();
  });

  const isSignedIn = async (address: string, password: string, trustCookie?: string) =>
    (await signIn(address, email, password, trustCookie, null)).kind !== 'wrong';

  it('does not let who knows the password of one account guess that of another', async () => {
    const east = await signIn(newAddress(), email, 'another password', undefined, null);
    if (east.kind !== 'signed-in') throw new Error(east.kind);
    // The trust is for one account, and a sign-in to it forgets the failures of it alone.
    for (const cookie of [undefined, east.trustCookie]) {
      const from = newAddress();
      for (let guess = 0; guess < 3; guess += 1) {
        expect(await isSignedIn(from, `guess ${guess}`, cookie)).toBe(false);
        expect(await isSignedIn(from, 'another password', cookie)).toBe(true);
      }
      expect(await isSignedIn(from, PASSWORD, cookie)).toBe(false);
      expect(await isSignedIn(from, 'another password', cookie)).toBe(true);
      // Nobody else is kept out, and not for long.
      expect(await isSignedIn(newAddress(), PASSWORD)).toBe(true);
      await pass(900);
      expect(await isSignedIn(from, PASSWORD, cookie)).toBe(true);
    }
  });

  it('does not tell who knows the password of one account whether another one has it', async () => {
    // As an admin who gave an account of their own the address, and changes its password from guess to guess.
    const address = newAddress();
    for (let guess = 0; guess < 3; guess += 1)
      expect((await signIn(address, email, 'another password', undefined, null)).kind).toBe('signed-in');
    expect((await signIn(address, email, PASSWORD, undefined, null)).kind).toBe('wrong');
  });

  it('signs in to the first of them, however many workspaces give an account the address later', async () => {
    const mine = 'ada@example.com';
    await addUser(ctx, mine, PASSWORD);
    for (let count = 0; count < 5; count += 1) {
      const workspace = inWorkspace(systemContext(), newId('workspace'));
      await store.db.read(workspace).query(insertWorkspace, ['Of others', 'starter', 'Ab12', new Date()]);
      await addUser(workspace, mine, 'their password');
    }
    expect((await signIn(newAddress(), mine, PASSWORD, undefined, null)).kind).toBe('signed-in');
  });

  it('takes as many verifications with a wrong password as an address without an account', async () => {
    for (let count = 0; count <= 5; count += 1) {
      let verified = 0;
      const accounts = Array.from({ length: count }, () => ({
        user_id: newUuid(),
        workspace_id: newUuid(),
        password_hash: 'x',
      }));
      const verify = () => Promise.resolve((verified += 1) < 0);
      const checked = new Accounts(store.db, { verify }, store.app.get(LOGGER));
      expect(await checked.matching(accounts, 'wrong', 5)).toEqual([]);
      expect(verified).toBe(5);
    }
  });
});
