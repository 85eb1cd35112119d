// Keep-alive webhook receivers in a separate process, each on a port. They count deliveries and measure the delay since
// the event. `RECEIVERS` respond with 204, `HANGING` never respond. Sends the addresses {answering, hanging} once they
// listen. IPC commands: 'begin' resets the counters, 'report' returns {count, seconds, latencies_ms, per_receiver}.
import { createServer } from 'node:http';

let latencies = [];
let perReceiver = [];
let [first, last] = [0, 0];

const answer = (index) => (request, response) => {
  const arrived = Date.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    last = arrived;
    if (latencies.length === 0) first = arrived;
    latencies.push(arrived - Date.parse(JSON.parse(Buffer.concat(chunks).toString()).timestamp));
    perReceiver[index] = (perReceiver[index] ?? 0) + 1;
  });
};

function listen(listener) {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)),
  );
}

const many = (count, listenerOf) =>
  Promise.all(Array.from({ length: Number(count ?? 0) }, (_, index) => listen(listenerOf(index))));
const { RECEIVERS, HANGING } = process.env;
process.send({
  answering: await many(RECEIVERS, answer),
  hanging: await many(HANGING, () => (request) => request.resume()),
});

process.on('message', (message) => {
  if (message === 'begin') [latencies, perReceiver] = [[], []];
  else
    process.send({
      count: latencies.length,
      seconds: (last - first) / 1000,
      latencies_ms: latencies,
      per_receiver: perReceiver,
    });
});
process.on('disconnect', () => process.exit());
