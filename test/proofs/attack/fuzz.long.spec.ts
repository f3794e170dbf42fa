import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import { type FuzzedRequest, RequestGenerator } from './fuzzed-requests';
import { RequestSender } from './request-sender';
import { formFault, untilAvailable } from './response-form';
import { atOnce, World } from './world';

const REQUESTS = amountOf('REQUESTS', { short: 20_000, long: 1_000_000, least: 20_000 });
/** Requests with the credentials of one owner. They end sessions and revoke keys, so that the next round opens new ones. */
const PER_ROUND = 2500;
const AT_ONCE = 32;
const KEPT_MB = 50;
const FAULTS_SHOWN = 20;

/** Responses of status 500 and above that are documented. */
const DOCUMENTED: readonly { path: RegExp; status: number; code: string; reason: string }[] = [
  {
    path: /sessions\.php(?:\?action=|\/)pay-card-init$/,
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    reason: 'the simulated provider has no widget',
  },
];

jest.setTimeout(isLong ? 7_200_000 : SHORT_LIMIT_MS);

describe(`Fuzzed requests (SEED=${seed})`, () => {
  let world: World;
  let sender: RequestSender;
  let unavailable = 0;

  beforeAll(async () => {
    world = await World.open(1);
    sender = new RequestSender(world.platform, AT_ONCE);
  });
  afterAll(async () => {
    await sender?.close();
    await world?.close();
  });

  it('are all answered in the documented format, without an internal error', async () => {
    const generator = new RequestGenerator(world, new Random(seed));
    const faults: string[] = [];
    const statuses = new Map<number, number>();
    let sent = 0;
    const began = performance.now();
    // Connections, statements and compiled code that are kept are no growth.
    await run(generator.round(1000));
    const before = megabytes();
    while (sent < REQUESTS && faults.length === 0) {
      await world.openOwners(1);
      await run(generator.round(Math.min(PER_ROUND, REQUESTS - sent)));
    }
    const grown = megabytes() - before;
    const seconds = (performance.now() - began) / 1000;
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    report(
      `attack: ${sent} fuzzed requests in ${seconds.toFixed(0)} s, ${unavailable} sent again, memory ${grown.toFixed(1)} MB; ${counts.join(', ')}`,
    );
    expect(faults.slice(0, FAULTS_SHOWN)).toEqual([]);
    expect(grown).toBeLessThan(KEPT_MB);

    async function run(requests: FuzzedRequest[]): Promise<void> {
      await atOnce(AT_ONCE, requests, async (request) => {
        sent += 1;
        const fault = await faultOf(request, statuses);
        if (fault) faults.push(`${fault}\n${shown(request)}`);
      });
    }
  });

  async function faultOf(request: FuzzedRequest, statuses: Map<number, number>): Promise<string | null> {
    try {
      const answer = await untilAvailable(
        () => sender.send(request),
        () => (unavailable += 1),
      );
      if (!answer) return request.raw ? null : 'closed without a response';
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const { status, text } = answer;
      const isDocumented = DOCUMENTED.some(
        (known) => known.path.test(request.path) && known.status === status && text.includes(known.code),
      );
      return isDocumented ? null : formFault(answer);
    } catch (error) {
      return `no response: ${(error as Error).message}`;
    }
  }
});

function shown({ host, method, path, headers, body }: FuzzedRequest): string {
  const content = body === undefined ? '' : String(body).slice(0, 600);
  return `${host} ${method} ${path.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${content}`;
}

/** Memory in use by JavaScript after a full collection. */
function megabytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
