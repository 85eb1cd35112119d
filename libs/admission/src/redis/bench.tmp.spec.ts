import { it } from '@jest/globals';
import { Redis } from 'ioredis';
import { activeRecord } from '../bench.conformance.ts';
import { Platform, REDIS_URL, removeKeys } from './redis.fixture.ts';
it('measures', async () => {
  const p = new Platform(REDIS_URL);
  const token = p.identity.issue(activeRecord({ limit: 100_000_000 }));
  const g = p.gateways[0];
  const raw = new Redis(REDIS_URL);
  for (let i = 0; i < 5000; i++) await g.admit(token);
  const out: string[] = [];
  for (let r = 0; r < 3; r++) {
    for (const [name, f] of [['ping', () => raw.ping()], ['admit', () => g.admit(token)]] as const) {
      const N = 20000, M = 60000; const lat: number[] = [];
      let b = performance.now();
      for (let i = 0; i < N; i++) { const t = performance.now(); await f(); lat.push(performance.now() - t); }
      const mean = (performance.now() - b) * 1000 / N; lat.sort((x, y) => x - y);
      b = performance.now(); let left = M; const l2: number[] = [];
      await Promise.all(Array.from({ length: 50 }, async () => { while (left-- > 0) { const t = performance.now(); await f(); l2.push(performance.now() - t); } }));
      const ms = performance.now() - b; l2.sort((x, y) => x - y);
      out.push(`${name}: serial mean ${mean.toFixed(0)} p50 ${(lat[N/2]!*1000).toFixed(0)} p99 ${(lat[N*0.99]!*1000).toFixed(0)} us; 50 in flight ${(ms*1000/M).toFixed(1)} us each, latency p50 ${(l2[M/2]!*1000).toFixed(0)} p99 ${(l2[M*0.99]!*1000).toFixed(0)} us`);
    }
  }
  process.stdout.write(out.join('\n') + `\ninsured ${g.insuranceMode}\n`);
  raw.disconnect(); await p.close(); await removeKeys(REDIS_URL, p.prefix);
}, 120000);
