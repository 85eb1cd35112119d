import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { withTimeout } from '@parley/runtime/async';
import { rejected, Scanner, send, tooLargeToScan } from './scanner.ts';

/** A server that gets the bytes of a file by POST: 2xx is passed, 406 and 422 are rejected. */
export class HttpScanner extends Scanner {
  protected override async inspect(bytes: Readable): Promise<void> {
    const start = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
    });
    const answer = answerOf(request);
    const sending = send(bytes, request, this.timeoutMs).then(() => request.end());
    for (const one of [answer, sending]) one.catch(() => undefined);
    try {
      // It may reject a file by its beginning. It cannot pass one by that.
      const early = await Promise.race([sending.then(() => undefined), answer]);
      if (early !== undefined) decide(early);
      await sending;
      decide(await withTimeout(answer, this.timeoutMs, 'Scanning a file'));
    } finally {
      request.destroy();
    }
  }
}

function answerOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
    request.once('close', () => reject(new Error('The scanner closed the connection')));
  });
}

function decide(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 406 || status === 422) throw rejected(`status ${status}`);
  if (status === 413) throw tooLargeToScan();
  throw new Error(`The scanner answered with status ${status}`);
}
