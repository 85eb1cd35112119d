// Measures what traces cost: the services with one trace of a hundred exported, as a ratio to the services without traces in the
// same run.
import { createServer } from 'node:http';
import { encodeId } from '@parley/contracts';
import { compare, createTicket, getTicket, listTickets } from './requests.mjs';
import { seedTickets, startPlatform } from './platform.mjs';

const TICKETS = 10_000;
/** As the guide for operators proposes for production. */
const RATIO = '0.01';
const GOAL = 0.95;

/** Returns a line for each kind of work, and the number of exports that the collector received. */
export async function benchTraces() {
  const collector = await Collector.start();
  const platforms = [];
  try {
    for (const settings of [
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: RATIO },
    ]) {
      const platform = await startPlatform(settings);
      platforms.push(platform);
      const uuids = await seedTickets(platform, TICKETS);
      platform.tickets = uuids.map((uuid) => encodeId('ticket', uuid));
    }
    const works = {
      'GET one ticket': (platform) => getTicket(platform, platform.tickets),
      'GET 25 tickets by status': listTickets,
      'POST a ticket': createTicket,
    };
    const [reference, target] = platforms;
    const lines = [];
    for (const [work, requestsTo] of Object.entries(works))
      lines.push(await compare(work, GOAL, { reference, target }, requestsTo));
    if (collector.exports === 0) throw new Error('no trace was exported');
    return { lines, exports: collector.exports };
  } finally {
    for (const platform of platforms) await platform.stop();
    collector.close();
  }
}

/** Accepts OTLP over HTTP and counts the exports. */
class Collector {
  exports = 0;
  #server = createServer((request, response) => {
    this.exports += 1;
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });

  static async start() {
    const collector = new Collector();
    await new Promise((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
