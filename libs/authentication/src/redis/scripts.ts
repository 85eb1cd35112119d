import { PRINCIPAL_VERSION } from '@parley/contracts';
import { USAGE_TTL_MS } from '../usage.ts';

/**
 * A token is a hash; field `s` is its state:
 * - `active`: `v` version of the principal, `p` signed principal as JSON, `w` workspace, `m` mode, `c` credential, `x` expiry in epoch ms or 0,
 *   `u` subject of its own rate limit `q`, or '' if it counts against the plan;
 * - `revoked`, `unknown`: result of the look-up;
 * - `tombstone`: revoked; only its TTL removes it;
 * - `lease`: a look-up is in progress, under the lease name `l`.
 * `at` is the start of the look-up in microseconds of the Redis clock.
 *
 * The result of a look-up is stored only under the lease with which it started. Every write replaces or removes the
 * lease, as does FLUSHALL, so a result that was read before a write is never stored after it. HSETNX as a guard would
 * stop a fill at a tombstone, but not after an invalidation or a lost tombstone.
 *
 * A workspace is a hash of `lim`, its limit, and `at`: when this limit was known, in microseconds of the Redis clock.
 *
 * An idempotency key is a hash of `s`, its service, and either `n`, the number of requests in progress, or `d` once one
 * of them has completed.
 *
 * The usage of a workspace in one mode and hour is a hash of counts: `7` of the requests that were admitted in the minute 7
 * of the hour, `7r` of those that were refused.
 */
const CLOCK = `
local function micros()
  local t = redis.call('TIME')
  return t[1] * 1000000 + t[2]
end
`;

// The end of a window is a field: TIME and PTTL are two readings of the clock, whose sum varies by 1 ms.
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

// The limit is stored only if the known one is older than the look-up, which must not undo a change of plan.
const STORE = `
local function store(key, route, from, at, asOf)
  local state, workspace = ARGV[from], ARGV[from + 3]
  redis.call('DEL', key)
  redis.call('HSET', key, 's', state, 'at', at)
  redis.call('PEXPIRE', key, ARGV[from + 1])
  if state ~= 'active' then return end
  redis.call('HSET', key, 'v', '${PRINCIPAL_VERSION}', 'p', ARGV[from + 2], 'w', workspace, 'm', ARGV[from + 4], 'c', ARGV[from + 5],
    'x', ARGV[from + 6], 'u', ARGV[from + 9], 'q', ARGV[from + 10])
  local known = tonumber(redis.call('HGET', route .. 'ws:' .. workspace, 'at'))
  if not known or known < asOf then
    redis.call('HSET', route .. 'ws:' .. workspace, 'lim', ARGV[from + 7], 'at', asOf)
  end
  redis.call('PEXPIRE', route .. 'ws:' .. workspace, ARGV[from + 8])
end
`;

// 0: completed earlier, so there is nothing to settle; 1: reserved; 2: belongs to another service.
const RESERVE = `
local function reserve(key, service, ttl)
  local r = redis.call('HMGET', key, 's', 'd')
  if r[1] and r[1] ~= service then return 2 end
  if r[2] then return 0 end
  redis.call('HSET', key, 's', service)
  redis.call('HINCRBY', key, 'n', 1)
  redis.call('PEXPIRE', key, ttl)
  return 1
end
`;

// Nothing is decided by it: pcall, so that a count that cannot be written refuses nobody. The expiry is set once a minute.
const USE = `
local function use(key, now, passed)
  local minute = math.floor(now / 60000)
  local name = key .. math.floor(minute / 60)
  local used = redis.pcall('HINCRBY', name, minute % 60 .. (passed and '' or 'r'), 1)
  if used == 1 then redis.pcall('PEXPIRE', name, ${USAGE_TTL_MS}) end
end
`;

/**
 * KEYS: token, route. ARGV: window ms or 0 to check the token alone, name for a lease or '' to store none, lease ms, since; then, for a request with an idempotency key,
 * that key, its service and the TTL of the reservation. Entries of look-ups before `since` are ignored.
 */
const ADMIT = `${CLOCK}${WINDOW}${RESERVE}${USE}
local t = redis.call('HMGET', KEYS[1], 's', 'p', 'w', 'm', 'x', 'l', 'at', 'c', 'v', 'u', 'q')
local state = t[1]
if state == 'active' and t[9] ~= '${PRINCIPAL_VERSION}' then state = false end
if state and state ~= 'tombstone' and tonumber(t[7] or 0) < tonumber(ARGV[4]) then state = false end
if state == 'lease' then return {'miss', t[6]} end
local since = micros()
if state == 'active' then
  local now, expires = math.floor(since / 1000), tonumber(t[5])
  if expires > 0 and expires <= now then return {'expired'} end
  local own = t[10] and t[10] ~= ''
  local limit = tonumber(own and t[11] or redis.call('HGET', KEYS[2] .. 'ws:' .. t[3], 'lim'))
  if limit then
    local key = KEYS[2] .. 'rl:' .. t[3] .. ':' .. t[4] .. (own and ':' .. t[10] or '')
    local counted = ARGV[1] ~= '0'
    local passed, remaining, ends = window(key, limit, tonumber(ARGV[1]), now, counted)
    if counted then use(KEYS[2] .. 'us:' .. t[3] .. ':' .. t[4] .. ':', now, passed) end
    passed = passed or not counted
    local reserved = 0
    if passed and ARGV[5] then reserved = reserve(KEYS[2] .. 'ik:' .. t[8] .. ':' .. ARGV[5], ARGV[6], ARGV[7]) end
    return {passed and 'admitted' or 'limited', t[2], limit, remaining, ends, ends - now, reserved}
  end
elseif state then
  return {state}
end
if ARGV[2] == '' then return {'miss', ''} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 's', 'lease', 'l', ARGV[2], 'at', since)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'miss', ARGV[2]}
`;

/** KEYS: token, route. ARGV: lease, then the entry as in `store`. */
const FILL = `${STORE}
local t = redis.call('HMGET', KEYS[1], 's', 'l', 'at')
if t[1] ~= 'lease' or t[2] ~= ARGV[1] then return 0 end
store(KEYS[1], KEYS[2], 2, t[3], tonumber(t[3]))
return 1
`;

/** KEYS: token, route. ARGV: the entry as in `store`. Its limit may be old, so it is stored only if none is known. */
const PUT = `${CLOCK}${STORE}
if redis.call('HGET', KEYS[1], 's') == 'tombstone' then return 0 end
store(KEYS[1], KEYS[2], 1, micros(), 0)
return 1
`;

/** KEYS: tokens. ARGV: TTL ms. Redis at its memory limit still accepts a script that starts with DEL. */
const REVOKE = `
for _, key in ipairs(KEYS) do
  redis.call('DEL', key)
  redis.call('HSET', key, 's', 'tombstone')
  redis.call('PEXPIRE', key, ARGV[1])
end
return #KEYS
`;

/** KEYS: tokens. */
const INVALIDATE = `
for _, key in ipairs(KEYS) do
  if redis.call('HGET', key, 's') ~= 'tombstone' then redis.call('DEL', key) end
end
return #KEYS
`;

/** KEYS: workspace. ARGV: limit, TTL ms. */
const LIMIT = `${CLOCK}
redis.call('HSET', KEYS[1], 'lim', ARGV[1], 'at', micros())
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`;

/** KEYS: subject. ARGV: limit, window ms, 1 to count the request. */
const COUNT = `${CLOCK}${WINDOW}
local now = math.floor(micros() / 1000)
local passed, remaining, ends = window(KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), now, ARGV[3] == '1')
return {passed and 1 or 0, remaining, ends, ends - now}
`;

/** KEYS: usage of the workspace and mode, without the hour. Returns the minute since the epoch, and two hours as fields and counts. */
const USAGE = `${CLOCK}
local minute = math.floor(micros() / 60000000)
local hour = math.floor(minute / 60)
return {minute, redis.call('HGETALL', KEYS[1] .. hour - 1), redis.call('HGETALL', KEYS[1] .. hour)}
`;

/** KEYS: idempotency key. ARGV: service, 1 if the request succeeded, TTL ms of a completed request. */
const SETTLE = `
local r = redis.call('HMGET', KEYS[1], 's', 'd')
if r[2] or (r[1] and r[1] ~= ARGV[1]) then return 0 end
if ARGV[2] == '1' then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 's', ARGV[1], 'd', 1)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
elseif r[1] and redis.call('HINCRBY', KEYS[1], 'n', -1) <= 0 then
  redis.call('DEL', KEYS[1])
end
return 1
`;

/** The `scripts` option of ioredis, which sends EVALSHA and, once per connection, the text. */
export const SCRIPTS = {
  parleyAdmit: { lua: ADMIT, numberOfKeys: 2 },
  parleyFill: { lua: FILL, numberOfKeys: 2 },
  parleyPut: { lua: PUT, numberOfKeys: 2 },
  parleyRevoke: { lua: REVOKE },
  parleyInvalidate: { lua: INVALIDATE },
  parleyLimit: { lua: LIMIT, numberOfKeys: 1 },
  parleyCount: { lua: COUNT, numberOfKeys: 1 },
  parleyUsage: { lua: USAGE, numberOfKeys: 1 },
  parleySettle: { lua: SETTLE, numberOfKeys: 1 },
};

export type AdmitReply =
  | [
      'admitted' | 'limited',
      principal: string,
      limit: number,
      remaining: number,
      resetAtMs: number,
      ttlMs: number,
      reserved: 0 | 1 | 2,
    ]
  | ['miss', lease: string]
  | ['tombstone' | 'revoked' | 'unknown' | 'expired'];

/** The hours are replies of HGETALL: fields and counts in turns. */
export type UsageReply = [minute: number, hourBefore: readonly string[], hour: readonly string[]];

/** A token as `store` takes it. */
export type TokenEntry = [
  state: 'active' | 'revoked' | 'unknown',
  ttlMs: number,
  principal: string,
  workspaceId: string,
  mode: string,
  credentialId: string,
  expiresAt: number,
  limit: number,
  limitTtlMs: number,
  subject: string,
  ownLimit: number,
];

/** What a request with an idempotency key adds to the arguments of `parleyAdmit`. */
export type KeyedArguments = [] | [key: string, service: string, reservationMs: number];

/** The methods that ioredis makes of the scripts. */
export interface ScriptCalls {
  parleyAdmit(
    token: string,
    route: string,
    windowMs: number,
    lease: string,
    leaseMs: number,
    since: number,
    ...keyed: KeyedArguments
  ): Promise<AdmitReply>;
  parleyFill(token: string, route: string, lease: string, ...entry: TokenEntry): Promise<0 | 1>;
  parleyPut(token: string, route: string, ...entry: TokenEntry): Promise<0 | 1>;
  /** The first argument is the number of keys that follow. */
  parleyRevoke(count: number, ...keysAndTtl: (string | number)[]): Promise<number>;
  parleyInvalidate(count: number, ...keys: string[]): Promise<number>;
  parleyLimit(workspace: string, limit: number, ttlMs: number): Promise<1>;
  parleyCount(
    subject: string,
    limit: number,
    windowMs: number,
    counted: 0 | 1,
  ): Promise<[passed: 0 | 1, remaining: number, resetAtMs: number, ttlMs: number]>;
  parleyUsage(usage: string): Promise<UsageReply>;
  parleySettle(key: string, service: string, succeeded: 0 | 1, ttlMs: number): Promise<0 | 1>;
}
