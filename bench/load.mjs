// Load by autocannon, a keep-alive client. Every answer must be the expected one, or the figure means nothing.
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';

const CONNECTIONS = 32;

/**
 * Requests per second and latency of a target. `load` is {seconds}, or {amount} of requests. Throws when an answer is
 * not the expected one.
 */
export async function measure({ url, requests, status, headers = {} }, { seconds, ...load }) {
  const duration = seconds === undefined ? {} : { duration: seconds };
  const result = await autocannon({ url, connections: CONNECTIONS, headers, requests, ...duration, ...load });
  const others = Object.keys(result.statusCodeStats).filter((code) => code !== String(status));
  if (result.errors > 0 || others.length > 0)
    throw new Error(`${url}: ${result.errors} errors, statuses ${JSON.stringify(result.statusCodeStats)}`);
  return {
    per_second: Math.round(result.requests.total / result.duration),
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
  };
}

/** Sends a number of requests at an even pace, which autocannon does not keep: it sends each second's at once. */
export async function pace({ url, requests, status }, amount, perSecond) {
  const began = performance.now();
  const answers = [];
  for (let sent = 0; sent < amount; sent += 1) {
    const early = began + (sent * 1000) / perSecond - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const { path, ...request } = requests[sent % requests.length];
    const answer = fetch(url + path, request).then(async (response) => {
      const text = await response.text();
      if (response.status !== status) throw new Error(`${path}: ${response.status} ${text}`);
    });
    // Told at the end, when they are waited for.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
}

/** The value in the middle. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
