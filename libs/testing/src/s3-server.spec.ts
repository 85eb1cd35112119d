import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, it } from '@jest/globals';
import { S3Server } from './s3-server.ts';

const server = await S3Server.start();
afterAll(() => server.close());

it('keeps nothing of an upload that is interrupted or differs from the hash that was signed', async () => {
  const sha256 = createHash('sha256').update('0123').digest('hex');
  const put = (body: string) =>
    fetch(`${server.settings['S3_ENDPOINT']}/files/a`, {
      method: 'PUT',
      headers: { 'x-amz-content-sha256': sha256 },
      body,
    });
  expect([(await put('0124')).status, await server.keys()]).toEqual([400, []]);

  const interrupted = connect(server.port, '127.0.0.1');
  interrupted.end(
    `PUT /files/a HTTP/1.1\r\nhost: s3\r\ncontent-length: 5\r\nx-amz-content-sha256: ${sha256}\r\n\r\n0123`,
  );
  await once(interrupted.resume(), 'close');
  expect(await server.keys()).toEqual([]);

  expect([(await put('0123')).status, await server.keys()]).toEqual([200, ['a']]);
});
