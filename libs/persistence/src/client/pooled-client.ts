import { Socket } from 'node:net';
import pg from 'pg';

/** A connection of the pool, over a socket that it was given: to gather what is sent, and to close it at a deadline. */
export class PooledClient extends pg.Client {
  readonly socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
  }

  /** Sends a statement without waiting for those before it (pg's pipeline mode). */
  send(statement: string): Promise<pg.QueryResult> {
    this.gatherWrites();
    return this.query(statement);
  }

  /** Sends the statements that follow in this turn in one write, which costs more than encoding a statement. */
  gatherWrites(): void {
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }
}
