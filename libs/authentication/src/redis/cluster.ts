import { Cluster } from 'ioredis';

type Sending = Parameters<Cluster['sendCommand']>;

/** The message with which ioredis rejects all commands of a connection that has ended, written or not. */
const CLOSED = 'Connection is closed.';

/**
 * A cluster that sends no command again which a node may have executed. When the connection to a node ends, ioredis sends all
 * its commands to another one (`retryDelayOnFailover`); here only those that were not written yet, as while the
 * connection is made. Those that a node has refused (MOVED, ASK, TRYAGAIN, CLUSTERDOWN) are sent again too.
 */
export class ClusterWithoutRepeats extends Cluster {
  override sendCommand(...[command, stream, node]: Sending): unknown {
    const reject = command.reject.bind(command);
    const toWritable = command.toWritable.bind(command);
    let isWritten = false;
    command.toWritable = (socket) => {
      isWritten = true;
      return toWritable(socket);
    };
    const sent = super.sendCommand(command, stream, node);
    // ioredis has replaced it by a function that may send the command again.
    const rejectOrRepeat = command.reject.bind(command);
    command.reject = (error) => {
      if (isWritten && error.message === CLOSED) {
        // As before a repetition: another node may have its slots.
        this.refreshSlotsCache();
        reject(error);
        return;
      }
      // A node that has answered with an error has not executed it.
      isWritten = false;
      rejectOrRepeat(error);
    };
    return sent;
  }
}
