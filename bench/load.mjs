// Generates load over keep-alive connections, with wrk where it is installed and with autocannon elsewhere. Every response
// must be the expected one, or the result is invalid.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { hasWrk, wrk } from './wrk.mjs';

const CONNECTIONS = 32;

/**
 * Measures requests per second and latency of a target. `load` is {seconds}, or {amount} of requests. Throws if a
 * response is not the expected one.
 */
export async function measure(target, load) {
  return hasWrk && load.seconds !== undefined
    ? measureByWrk(target, load)
    : measureByAutocannon(target, load);
}

/** It tells apart only what failed: statuses of 400 and above. */
async function measureByWrk(target, { seconds }) {
  const found = await wrk(target, { seconds, connections: CONNECTIONS });
  if (found.failed > 0)
    throw new Error(`${target.url}: ${found.failed} of ${found.requests} requests failed`);
  return {
    requests: found.requests,
    per_second: Math.round(found.requests / found.seconds),
    p50_ms: Number(found.p50_ms.toFixed(1)),
    p99_ms: Number(found.p99_ms.toFixed(1)),
  };
}

async function measureByAutocannon({ url, requests, status, headers = {} }, { seconds, ...load }) {
  const duration = seconds === undefined ? {} : { duration: seconds };
  const result = await autocannon({ url, connections: CONNECTIONS, headers, requests, ...duration, ...load });
  const others = Object.keys(result.statusCodeStats).filter((code) => code !== String(status));
  if (result.errors > 0 || others.length > 0)
    throw new Error(`${url}: ${result.errors} errors, statuses ${JSON.stringify(result.statusCodeStats)}`);
  return {
    requests: result.requests.total,
    per_second: Math.round(result.requests.total / result.duration),
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
  };
}

/**
 * Sends a number of requests at a constant rate; autocannon sends those of each second in one burst. Returns how long each took
 * from when it was due, in milliseconds: that a request is sent late counts too.
 */
export async function pace({ url, requests, status }, amount, perSecond) {
  // Not `fetch`, which uses as much CPU time as the measured processes.
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const answers = [];
  for (let sent = 0; sent < amount; sent += 1) {
    const due = began + (sent * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const asked = requests[sent % requests.length];
    const answer = send(url, agent, asked).then(({ statusCode, text }) => {
      if (statusCode !== status) throw new Error(`${asked.path}: ${statusCode} ${text}`);
      return performance.now() - due;
    });
    // Errors are thrown at the end, when the requests are awaited.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  return Promise.all(answers).finally(() => agent.destroy());
}

function send(url, agent, { path, method, headers, body }) {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ statusCode: response.statusCode, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The median. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
