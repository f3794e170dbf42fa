import net from 'node:net';
import { requestsOf } from './support/requests';
import type { LoadOrder, LoadReport } from './support/load';

/**
 * Keeps connections busy from its own process, with one request at a time on each. It implements only the necessary
 * part of HTTP/1.1, because it has to use less CPU than any server that it measures.
 */
process.on('message', (order: LoadOrder) => {
  void run(order).then((report) => process.send!(report));
});

async function run(order: LoadOrder): Promise<LoadReport> {
  const requests = nextOf(order);
  const expected = `HTTP/1.1 ${order.request.kind === 'fixed' ? (order.request.refusal ?? 200) : 200}`;
  const end = performance.now() + order.seconds * 1000;
  const report: LoadReport = { seconds: 0, latencies: [], refused: 0, sample: '' };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: order.connections }, (_, i) =>
      keepAsking(order.ports[i % order.ports.length]!, requests, expected, end, report),
    ),
  );
  report.seconds = (performance.now() - began) / 1000;
  return report;
}

function nextOf({ request, people }: LoadOrder): () => string {
  return request.kind === 'fixed' ? () => request.text : requestsOf(request, people);
}

/** Sends requests until the time is over, then waits for the last response. */
function keepAsking(
  port: number,
  next: () => string,
  expected: string,
  end: number,
  report: LoadReport,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    let asked = 0;
    let received = '';
    const ask = () => {
      asked = performance.now();
      socket.write(next());
    };
    socket.setEncoding('latin1');
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      if (!isWhole(received)) return;
      const now = performance.now();
      report.latencies.push(now - asked);
      if (!received.startsWith(expected)) {
        report.refused += 1;
        report.sample ||= received;
      }
      received = '';
      if (now < end) return ask();
      socket.destroy();
      resolve();
    });
  });
}

function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const length = /content-length: (\d+)/i.exec(received.slice(0, head))?.[1];
  return received.length >= head + 4 + Number(length);
}
