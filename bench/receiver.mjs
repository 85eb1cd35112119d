// A keep-alive receiver of webhooks in a process of its own: counts what arrives, and how long after its commit.
// Asked by IPC: 'begin' forgets what was, 'report' answers {count, seconds, latencies_ms}.
import { createServer } from 'node:http';

let latencies = [];
let [first, last] = [0, 0];

const server = createServer((request, response) => {
  const arrived = Date.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    last = arrived;
    if (latencies.length === 0) first = arrived;
    latencies.push(arrived - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).timestamp));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));

process.on('message', (message) => {
  if (message === 'begin') latencies = [];
  else process.send({ count: latencies.length, seconds: (last - first) / 1000, latencies_ms: latencies });
});
process.on('disconnect', () => process.exit());
