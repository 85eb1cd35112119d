import type { TcpProxy } from '@parley/testing';

export interface Outage {
  begin(wire: TcpProxy): Promise<void>;
  end(wire: TcpProxy): Promise<void>;
}

const refusing: Outage = { begin: (wire) => wire.refuse(), end: (wire) => wire.accept() };
const mute: Outage = {
  begin: (wire) => {
    wire.blackhole();
    return Promise.resolve();
  },
  end: (wire) => {
    wire.heal();
    return Promise.resolve();
  },
};

/** The ways in which a server can be out, for `it.each`. */
export const outages: readonly [string, Outage][] = [
  ['refuses connections', refusing],
  ['says nothing', mute],
];
