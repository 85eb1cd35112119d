// Generates load with wrk, a client in C that costs a tenth of the CPU time of one in JavaScript.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether wrk is installed. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/**
 * Sends requests, each in turn, for some seconds over keep-alive connections from one thread. Returns their number, how many were
 * answered with 400 and above or not at all, and latencies.
 */
export async function wrk({ url, requests }, { seconds, connections }) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-wrk-'));
  try {
    const script = join(folder, 'requests.lua');
    await writeFile(script, scriptOf(requests));
    // Its own timeout, of two seconds, would count slow requests as failed.
    const options = [
      '--threads',
      '1',
      '--connections',
      connections,
      '--timeout',
      '30s',
      '--duration',
      `${seconds}s`,
    ];
    const { stdout } = await run('wrk', [...options.map(String), '--script', script, url]);
    return JSON.parse(stdout.slice(stdout.lastIndexOf('{')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function scriptOf(requests) {
  const formatted = requests.map(({ method = 'GET', path, headers = {}, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${text(name)}] = ${text(value)}`);
    return `wrk.format(${text(method)}, ${text(path)}, { ${fields.join(', ')} }, ${body === undefined ? 'nil' : text(body)})`;
  });
  return `
    local requests, at = {}, 0
    function init()
      ${formatted.map((request, index) => `requests[${index + 1}] = ${request}`).join('\n      ')}
    end
    function request()
      at = at % #requests + 1
      return requests[at]
    end
    function done(summary, latency)
      local errors = summary.errors
      io.write(string.format(
        '{"requests":%d,"seconds":%f,"failed":%d,"p50_ms":%f,"p99_ms":%f}',
        summary.requests, summary.duration / 1e6,
        errors.connect + errors.read + errors.write + errors.status + errors.timeout,
        latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
    end`;
}

/** A string of Lua: JSON escapes what these texts contain in the same way. */
const text = (value) => JSON.stringify(value);
