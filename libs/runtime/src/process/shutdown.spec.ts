import { createServer } from 'node:http';
import { expect, it, jest } from '@jest/globals';
import { DrainingHttpServer } from '../http/draining-http-server.ts';
import { createLogger } from '../logging/logger.ts';
import { ScheduledJob } from '../scheduling/scheduled-job.ts';
import { shutdown, Shutdown } from './shutdown.ts';

it('leaves a part all the time that it wants until the process is told to stop', () => {
  expect(new Shutdown().drainTime('intake', 600_000)).toBe(600_000);
});

it('ends what takes in work before calls, and calls before the process', () => {
  const stopping = new Shutdown();
  stopping.begin();
  expect(stopping.drainTime('intake', 20_000)).toBe(20_000);
  const late = new Shutdown();
  late.begin(Date.now() - 20_000);
  late.begin();
  expect(late.drainTime('intake', 20_000)).toBeLessThanOrEqual(6_000);
  expect(late.drainTime('calls', 20_000)).toBeGreaterThan(6_000);
  const over = new Shutdown();
  over.begin(Date.now() - 60_000);
  expect([over.drainTime('intake', 20_000), over.drainTime('calls', 20_000)]).toEqual([0, 0]);
});

it('stops a hanging job, and then a server with a hanging request, within the time that is left for both', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'warn', { write: (line) => void lines.push(line) });
  const job = new ScheduledJob(() => new Promise(() => undefined), {
    everyMs: 60_000,
    name: 'test.job',
    logger,
  });
  job.run();
  const server = createServer(() => undefined);
  const draining = new DrainingHttpServer(server, { drainMs: 600_000 });
  const { port } = await draining.listen(0, '127.0.0.1');
  const request = fetch(`http://127.0.0.1:${port}`);
  request.catch(() => undefined);
  await new Promise((resolve) => server.once('request', resolve));
  // The signal came so long ago that a tenth of a second is left. That of this process itself would stay for later tests.
  const stopping = new Shutdown();
  stopping.begin(Date.now() - 25_900);
  jest
    .spyOn(shutdown, 'drainTime')
    .mockImplementation((stage, wantedMs) => stopping.drainTime(stage, wantedMs));
  await job.stop();
  await draining.close();
  await expect(request).rejects.toThrow('fetch failed');
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
    'test.job.stop.incomplete',
  ]);
});
