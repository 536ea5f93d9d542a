/** Reads live streams and throws them away. Started by the benchmark of the page: `stream-readers PORT COUNT`. */
import { get } from 'node:http';

const [port, count] = process.argv.slice(2).map(Number);
let waiting = count!;
for (let reader = 0; reader < count!; reader++) {
  // An address has 64 streams: all of 127.0.0.0/8 is this machine.
  const localAddress = `127.0.0.${2 + Math.floor(reader / 50)}`;
  get({ host: '127.0.0.1', port: port!, path: '/api/live', localAddress }, (response) => {
    response.once('data', () => --waiting === 0 && process.send!('open'));
    response.resume();
    response.once('close', () => process.exit(0));
  });
}
