// A submission server on 127.0.0.1 in a process of its own, which takes every mail and keeps when each arrived. Sends its port once
// it listens. IPC commands: 'begin' resets what it has counted, 'report' returns {count, seconds, arrivals}: for each token in a
// subject, milliseconds since 1970 at MAIL FROM.
import { createServer } from 'node:net';

let arrivals = {};
let [first, last, count] = [0, 0, 0];

/** Reads lines until DATA, then until the final dot; answers at once, several lines at a time. */
function serve(socket) {
  let [text, isData, begunAt] = ['', false, 0];
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.write('220 bench ESMTP\r\n');
  socket.on('data', (chunk) => {
    text += chunk;
    for (;;) {
      const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const taken = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        count += 1;
        last = Date.now();
        if (first === 0) first = begunAt;
        const token = /^Subject: .*?([\da-f]{12})/m.exec(taken)?.[1];
        if (token !== undefined) arrivals[token] = begunAt;
        socket.write('250 2.0.0 taken\r\n');
      } else {
        const verb = taken.slice(0, 4).toUpperCase();
        if (verb === 'MAIL') begunAt = Date.now();
        if (verb === 'DATA') isData = true;
        socket.write(ANSWERS[verb] ?? '250 2.0.0 ok\r\n');
        if (verb === 'QUIT') socket.end();
      }
    }
  });
}

const ANSWERS = {
  EHLO: '250-bench\r\n250-PIPELINING\r\n250-SIZE 52428800\r\n250 SMTPUTF8\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 2.0.0 bye\r\n',
};

const server = createServer(serve).listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('message', (message) => {
  if (message === 'begin') [arrivals, first, last, count] = [{}, 0, 0, 0];
  process.send({ count, seconds: (last - first) / 1000, arrivals });
});
process.on('disconnect', () => process.exit());
