// connector.mjs
import { createServer } from 'node:http';
import { Parley } from '@parley/client';
import { verify } from '@parley/client/webhooks';
import { provide } from './provider.mjs';

const { CONNECTION, PORT = '4000', WEBHOOK_SECRET } = process.env;
const parley = new Parley();
const { messages } = parley.conversations;

async function send({ id, conversation_id: conversation }) {
  const { body: text, delivery } = await messages.get(conversation, id);
  const [to] = delivery?.status === 'queued' ? delivery.recipients : [];
  if (to === undefined) return; // It was sent by an event before, or is redacted.
  const key = `${id}/${delivery.updated_at}`; // The same until the message is sent again.
  const outcome = await provide(key, { to: to.address, text, reference: `${conversation}/${id}` });
  // Until this report the message is queued: after a crash the event comes again, and is sent with the same key.
  await messages.delivery(conversation, id, outcome);
}

async function handle(path, body, headers) {
  if (path === '/parley') {
    const { data } = verify(body, headers, WEBHOOK_SECRET);
    return data.connection_id === CONNECTION && data.delivery?.status === 'queued' && send(data);
  }
  const { reference, status, id, from: number, text } = JSON.parse(body);
  if (reference) return messages.delivery(...reference.split('/'), { status });
  const sender = { handle: number, phone: number };
  const message = { external_id: id, external_conversation_id: number, from: sender, body: text };
  return parley.connections.inboundMessages(CONNECTION, message);
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const failed = (error) => console.error(error) ?? 500;
  response.writeHead(await handle(request.url, body, request.headers).then(() => 204, failed)).end();
}).listen(Number(PORT), '127.0.0.1', () => console.log('connector is started'));
