import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { allowCidrs, EgressGuard } from '@parley/egress';
import { guard } from '../../../transports/smtp/smtp.fixture.ts';
import { EXPIRED_TLS, TLS } from '../../../transports/smtp/tls.fixture.ts';
import { SnsEndpoint } from './sns-endpoint.ts';

/** The name in the certificate of the tests, which every name server of the tests resolves to this machine. */
const HOST = 'smtp.test';
const PATH = '/SimpleNotificationService-0a1b2c3d.pem';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** An HTTPS server that answers as SNS does, and what it was asked. */
async function newSns(answer: { status?: number; text?: string } = {}) {
  const requests: string[] = [];
  const server = createServer(TLS, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status ?? 200).end(answer.text ?? TLS.cert);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { requests, port, endpoint: new SnsEndpoint(guard, { ca: TLS.cert, port }) };
}

describe('the endpoint of SNS', () => {
  it('gives the key of a certificate, for which it is asked once', async () => {
    const { requests, endpoint } = await newSns();
    const keys = await Promise.all([endpoint.keyOf(HOST, PATH), endpoint.keyOf(HOST, PATH)]);
    keys.push(await endpoint.keyOf(HOST, PATH));
    const { publicKey } = new X509Certificate(TLS.cert);
    expect(keys.map((key) => key.equals(publicKey))).toEqual([true, true, true]);
    expect(requests).toEqual([`GET ${PATH}`]);
  });

  it('is asked to confirm the topic with its token', async () => {
    const { requests, endpoint } = await newSns();
    await endpoint.confirm(HOST, 'arn:aws:sns:eu-west-1:123456789012:mail', 'a+b&c');
    expect(requests).toEqual([
      'GET /?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aeu-west-1%3A123456789012%3Amail&Token=a%2Bb%26c',
    ]);
  });

  it.each([
    ['a certificate that is not valid any more', { text: EXPIRED_TLS.cert }],
    ['what is no certificate', { text: 'x' }],
    ['an error', { status: 403 }],
  ])('gives no key of %s', async (_, answer) => {
    const { endpoint } = await newSns(answer);
    await expect(endpoint.keyOf(HOST, PATH)).rejects.toThrow();
  });

  it('is not believed under a name that its certificate does not have, nor with another issuer', async () => {
    const { requests, port, endpoint } = await newSns();
    await expect(endpoint.keyOf('sns.eu-west-1.amazonaws.com', PATH)).rejects.toThrow('tls_failed');
    await expect(new SnsEndpoint(guard, { port }).keyOf(HOST, PATH)).rejects.toThrow('tls_failed');
    expect(requests).toEqual([]);
  });

  it('is not reached at an address that is not public', async () => {
    const { requests, port } = await newSns();
    const strict = new EgressGuard({
      allow: allowCidrs.parse(''),
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    const endpoint = new SnsEndpoint(strict, { ca: TLS.cert, port });
    await expect(endpoint.keyOf(HOST, PATH)).rejects.toThrow('target_not_allowed');
    expect(requests).toEqual([]);
  });
});
