import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { LookUps } from './look-ups.ts';

describe('look-ups', () => {
  it('of a DNS that does not answer end, and are not made by later mails once their time is over', async () => {
    const silent = createSocket('udp4');
    let asked = 0;
    silent.on('message', () => (asked += 1));
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const resolver = new Resolver({ tries: 1 });
    resolver.setServers([`127.0.0.1:${silent.address().port}`]);
    const lookUps = new LookUps(resolver);
    const unanswered = { code: 'ETIMEOUT' };
    const first = lookUps.ofMail('a');
    for (const name of ['a', 'b', 'c', 'd'])
      await expect(first(`${name}.example`, 'TXT')).rejects.toMatchObject(unanswered);
    const before = asked;
    const later = lookUps.ofMail('b');
    // Two of 300 ms each are all that a mail waits for now.
    for (let count = 0; count < 20; count += 1)
      await expect(later(`${count}.example`, 'TXT')).rejects.toMatchObject(unanswered);
    expect(asked - before).toBeLessThanOrEqual(3);
    silent.close();
  });
});
