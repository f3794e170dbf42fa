/**
 * Sends one kind of request as fast as the server answers, over a number of connections, in a process of its own. Reads
 * one line of JSON: url, headers, body, connections, abort. Prints `begun` with the first response, and the number of responses by status when its input ends.
 */
import http from 'node:http';
import { createInterface } from 'node:readline';

const lines = createInterface({ input: process.stdin });
const [line] = await new Promise((resolve) => lines.once('line', (...args) => resolve(args)));
const { url, headers, body, connections, abort } = JSON.parse(line);
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
const counts = {};
let isStopping = false;

function send() {
  return new Promise((resolve) => {
    const content = body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    };
    const options = { method: body ? 'POST' : 'GET', agent, headers: { ...headers, ...content } };
    const request = http.request(url, options, (response) => {
      response.resume().on('close', () => resolve(String(response.statusCode)));
    });
    request.on('error', () => resolve('aborted'));
    // An aborted request ends its connection in the middle of its body.
    if (abort) request.write(body.slice(0, body.length / 2), () => setImmediate(() => request.destroy()));
    else request.end(body);
  });
}

async function work() {
  while (!isStopping) {
    const outcome = await send();
    if (Object.keys(counts).length === 0) process.stdout.write('begun\n');
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
}

lines.on('close', () => (isStopping = true));
await Promise.all(Array.from({ length: connections }, work));
process.stdout.write(JSON.stringify(counts));
process.exit(0);
