/**
 * What a token key holds, a hash: `s` is its state,
 * - `ok`: `p` principal as JSON, `w` workspace, `m` mode, `x` expiry in epoch ms or 0;
 * - `gone`, `unknown`: what the look-up said;
 * - `tomb`: revoked while we watched. Nothing but time removes it;
 * - `lease`: somebody looks it up, under the name `l`.
 * `at` is when the look-up began, in microseconds of the clock of Redis.
 *
 * A look-up may only be stored under the lease that it began with. Every write replaces or drops the lease, and so does
 * FLUSHALL, so what was read before a write is never stored after it. HSETNX as the guard would stop a fill at a
 * tombstone, but not past a `forget`, nor past a tombstone that is lost.
 *
 * A workspace key holds `lim` and `at`: by when, in microseconds of the clock of Redis, this limit was known.
 */
const CLOCK = `
local function micros()
  local t = redis.call('TIME')
  return t[1] * 1000000 + t[2]
end
`;

// The end of a window is a field: TIME and PTTL are two readings of the clock, of which the sum wobbles by 1 ms.
const WINDOW = `
local function window(key, limit, length, now, counted)
  local w = redis.call('HMGET', key, 'n', 'e')
  local used, ends = tonumber(w[1]), tonumber(w[2])
  local fresh = not ends or ends <= now or ends > now + length
  if fresh then used, ends = 0, now + length end
  local passed = used < limit
  if passed and counted then
    used = used + 1
    if fresh then
      redis.call('HSET', key, 'n', 1, 'e', ends)
      redis.call('PEXPIRE', key, length)
    else
      redis.call('HINCRBY', key, 'n', 1)
    end
  end
  return passed, math.max(0, limit - used), ends
end
`;

// The limit counts only where what is known is older than the look-up: a change of plan is never undone.
const STORE = `
local function store(key, route, from, at, asOf)
  local state, workspace = ARGV[from], ARGV[from + 3]
  redis.call('DEL', key)
  redis.call('HSET', key, 's', state, 'at', at)
  redis.call('PEXPIRE', key, ARGV[from + 1])
  if state ~= 'ok' then return end
  redis.call('HSET', key, 'p', ARGV[from + 2], 'w', workspace, 'm', ARGV[from + 4], 'x', ARGV[from + 5])
  local known = tonumber(redis.call('HGET', route .. 'ws:' .. workspace, 'at'))
  if not known or known < asOf then
    redis.call('HSET', route .. 'ws:' .. workspace, 'lim', ARGV[from + 6], 'at', asOf)
  end
  redis.call('PEXPIRE', route .. 'ws:' .. workspace, ARGV[from + 7])
end
`;

/**
 * KEYS: token, route. ARGV: window ms, name for a lease, lease ms, since. The whole of a request in one round trip.
 * What was looked up before `since` counts as not known.
 */
const ADMIT = `${CLOCK}${WINDOW}
local t = redis.call('HMGET', KEYS[1], 's', 'p', 'w', 'm', 'x', 'l', 'at')
local state = t[1]
if state and state ~= 'tomb' and tonumber(t[7] or 0) < tonumber(ARGV[4]) then state = false end
if state == 'lease' then return {'miss', t[6]} end
local since = micros()
if state == 'ok' then
  local now, expires = math.floor(since / 1000), tonumber(t[5])
  if expires > 0 and expires <= now then return {'expired'} end
  local limit = tonumber(redis.call('HGET', KEYS[2] .. 'ws:' .. t[3], 'lim'))
  if limit then
    local key = KEYS[2] .. 'rl:' .. t[3] .. ':' .. t[4]
    local passed, remaining, ends = window(key, limit, tonumber(ARGV[1]), now, true)
    return {passed and 'ok' or 'limited', t[2], limit, remaining, ends, ends - now}
  end
elseif state then
  return {state}
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 's', 'lease', 'l', ARGV[2], 'at', since)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'miss', ARGV[2]}
`;

/** KEYS: token, route. ARGV: lease, then the record as in `store`. */
const FILL = `${STORE}
local t = redis.call('HMGET', KEYS[1], 's', 'l', 'at')
if t[1] ~= 'lease' or t[2] ~= ARGV[1] then return 0 end
store(KEYS[1], KEYS[2], 2, t[3], tonumber(t[3]))
return 1
`;

/** KEYS: token, route. ARGV: the record as in `store`. Its limit may be old, so it counts only where none is known. */
const PUT = `${CLOCK}${STORE}
if redis.call('HGET', KEYS[1], 's') == 'tomb' then return 0 end
store(KEYS[1], KEYS[2], 1, micros(), 0)
return 1
`;

/** KEYS: tokens. ARGV: life ms. A script that begins with DEL is let through by a Redis that is full. */
const BURY = `
for _, key in ipairs(KEYS) do
  redis.call('DEL', key)
  redis.call('HSET', key, 's', 'tomb')
  redis.call('PEXPIRE', key, ARGV[1])
end
return #KEYS
`;

/** KEYS: tokens. */
const FORGET = `
for _, key in ipairs(KEYS) do
  if redis.call('HGET', key, 's') ~= 'tomb' then redis.call('DEL', key) end
end
return #KEYS
`;

/** KEYS: workspace. ARGV: limit, life ms. */
const LIMIT = `${CLOCK}
redis.call('HSET', KEYS[1], 'lim', ARGV[1], 'at', micros())
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

/** KEYS: address. ARGV: limit, window ms, 1 to count the request. */
const COUNT = `${CLOCK}${WINDOW}
local now = math.floor(micros() / 1000)
local passed, remaining, ends = window(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), now, ARGV[3] == '1')
return {passed and 1 or 0, remaining, ends, ends - now}
`;

/** For the `scripts` option of ioredis, which sends EVALSHA and, once per connection, the text. */
export const SCRIPTS = {
  parleyAdmit: { lua: ADMIT, numberOfKeys: 2 },
  parleyFill: { lua: FILL, numberOfKeys: 2 },
  parleyPut: { lua: PUT, numberOfKeys: 2 },
  parleyBury: { lua: BURY },
  parleyForget: { lua: FORGET },
  parleyLimit: { lua: LIMIT, numberOfKeys: 1 },
  parleyCount: { lua: COUNT, numberOfKeys: 1 },
};

/** Limit, remaining, epoch ms of the reset, ms until then. */
export type AdmitReply =
  | ['ok' | 'limited', principal: string, limit: number, remaining: number, resetAtMs: number, ttlMs: number]
  | ['miss', lease: string]
  | ['tomb' | 'gone' | 'unknown' | 'expired'];

/** A record as `store` takes it: state, ttl ms, principal, workspace, mode, expiry, limit, life of the limit ms. */
export type StoredRecord = [
  state: 'ok' | 'gone' | 'unknown',
  ttlMs: number,
  principal: string,
  workspaceId: string,
  mode: string,
  expiresAt: number,
  limit: number,
  limitTtlMs: number,
];

/** The scripts as ioredis makes methods of them. */
export interface ScriptCalls {
  parleyAdmit(
    token: string,
    route: string,
    windowMs: number,
    lease: string,
    leaseMs: number,
    since: number,
  ): Promise<AdmitReply>;
  parleyFill(token: string, route: string, lease: string, ...record: StoredRecord): Promise<0 | 1>;
  parleyPut(token: string, route: string, ...record: StoredRecord): Promise<0 | 1>;
  /** The first argument is how many keys follow. */
  parleyBury(count: number, ...keysAndLife: (string | number)[]): Promise<number>;
  parleyForget(count: number, ...keys: string[]): Promise<number>;
  parleyLimit(workspace: string, limit: number, ttlMs: number): Promise<1>;
  parleyCount(
    address: string,
    limit: number,
    windowMs: number,
    counted: 0 | 1,
  ): Promise<[passed: 0 | 1, remaining: number, resetAtMs: number, ttlMs: number]>;
}
