import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTicket } from '@parley/contracts';
import { eventually, type TestWorkspace } from '@parley/testing';
import { connect, type ChannelModel } from 'amqplib';
import { busPrefix, operator } from '../platform.ts';
import { GuideFolder, isInstalled, readGuide } from './guide.ts';

const AMQP_URL = process.env['AMQP_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672';
const SUBSCRIBERS = [
  { language: 'Node.js', queue: 'reporting-node', start: ['node', 'listen.mjs'] },
  { language: 'Python', queue: 'reporting-python', start: ['python3', 'listen.py'] },
] as const;

const installed = SUBSCRIBERS.filter(
  ({ language }) =>
    language === 'Node.js' || isInstalled('python3', ['-c', 'import pika'], 'the bus subscriber in Python'),
);

describe.each(installed)('the bus subscriber in $language', ({ queue, start: [command, file] }) => {
  const ownQueue = `${busPrefix}.${queue}`;
  let workspace: TestWorkspace;
  let model: ChannelModel;
  let folder: GuideFolder;
  let program: ReturnType<GuideFolder['start']>;

  beforeAll(async () => {
    workspace = await operator.workspace();
    model = await connect(AMQP_URL);
    folder = await GuideFolder.create(await readGuide('bus'), workspace, {
      'parley.events': `${busPrefix}.events`,
      [queue]: ownQueue,
    });
    program = folder.start(command, [file], { AMQP_URL });
  });
  afterAll(async () => {
    await program.stop();
    await (await model.createChannel()).deleteQueue(ownQueue);
    await model.close();
    await folder.remove();
  });

  it('prints the events of a resource', async () => {
    // Its queue may not be bound yet when the first tickets are created.
    await eventually(async () => {
      const { data: ticket } = await workspace.live.ok(createTicket, { body: { subject: 'On the bus' } });
      const line = `ticket.created live ${ticket.id}\n`;
      await eventually(() => expect(program.printed()).toContain(line), 2_000);
    });
  });
});
