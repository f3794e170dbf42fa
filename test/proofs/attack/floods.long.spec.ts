import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { httpClient } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { appEnvironment, AppProcess } from '../support/app-process';
import { amountOf, isLong, report, SHORT_LIMIT_MS } from '../support/proof';
import { untilAvailable } from './response-form';

/** Requests of the victim in each measurement. */
const REQUESTS = amountOf('REQUESTS', { short: 40, long: 280 });
/** Movements in the statement that is requested again and again. */
const MOVEMENTS = amountOf('MOVEMENTS', { short: 600, long: 10_000 });

interface Flood {
  name: string;
  app: 'business' | 'checkout';
  path: string;
  headers?: () => Promise<Record<string, string>>;
  /** Sent by POST; without one the request is a GET. */
  body?: string;
  connections: number;
  abort?: boolean;
}

const TRANSFER = '/api/wallet.php?action=transfer';

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

describe('Requests of a customer beside a flood from another address', () => {
  let platform: Platform;
  const processes = {} as Record<'business' | 'checkout', AppProcess>;
  let quiet: Latency;
  let flooder: TestUser;
  let addresses = 0;
  /** Requests that a busy database did not answer in time. */
  let unavailable = 0;

  const floods: Flood[] = [
    {
      name: '1 MB bodies without a credential, to payroll',
      app: 'business',
      path: '/api/business.php?section=payroll&action=create',
      body: numbers(1_000_000),
      connections: 8,
    },
    {
      name: '100 kB bodies without a credential, to checkout',
      app: 'checkout',
      path: '/api/sessions.php?action=create',
      body: numbers(100_000),
      connections: 16,
    },
    { name: 'the API reference', app: 'business', path: '/docs/openapi.json', connections: 16 },
    { name: 'metrics', app: 'business', path: '/metrics', connections: 16 },
    {
      name: `statements of ${MOVEMENTS} movements`,
      app: 'business',
      path: `/api/wallet.php?action=statement&month=${thisMonth()}`,
      headers: () => Promise.resolve({ authorization: `Bearer ${flooder.token}` }),
      connections: 4,
    },
    {
      name: 'failed logins',
      app: 'business',
      path: '/api/auth.php?action=login',
      body: JSON.stringify({ email: 'someone@example.com', password: 'not the password' }),
      connections: 16,
    },
    {
      name: 'requests that are aborted in their body',
      app: 'business',
      path: TRANSFER,
      body: numbers(50_000),
      abort: true,
      connections: 16,
    },
    {
      name: 'a key of the wrong mode',
      app: 'business',
      path: TRANSFER,
      body: JSON.stringify({ recipient: 'someone', amount: 1 }),
      headers: async () => ({ 'x-api-key': (await platform.merchant()).test.secret_key }),
      connections: 16,
    },
  ];

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business'] });
    const env = appEnvironment({ DATABASE_URL: platform.config.env.DATABASE_URL, RATE_LIMITS: 'true' });
    for (const app of ['business', 'checkout'] as const) {
      processes[app] = await AppProcess.at(`${app}-api`, env);
      processes[app].launch();
    }
    for (const app of Object.values(processes)) await app.ready();
    flooder = await platform.signUp();
    const grants = Array.from({ length: MOVEMENTS }, () => platform.fund(flooder, 'NGN', '1.00'));
    await Promise.all(grants);
    // The first requests of a process compile its code.
    await measured('business');
    quiet = await measured('business');
  });
  afterAll(async () => {
    for (const app of Object.values(processes)) await app?.stop();
    await platform?.proveAndStop();
  });

  it.each(floods)('are answered: $name', async ({ app, name, headers, ...flood }) => {
    const calm = app === 'business' ? quiet : await measured(app);
    const client = start({ ...flood, url: `${processes[app].url}${flood.path}` }, await headers?.());
    await once(client.stdout!, 'data'); // The first response.
    unavailable = 0;
    const beside = await measured(app);
    const counts = await stop(client);
    const ratio = (percentile: keyof Latency) => (beside[percentile] / calm[percentile]).toFixed(1);
    const ms = (value: number) => value.toFixed(1);
    report(
      `flood: ${name}: median ${ms(beside.median)} ms (${ratio('median')} × quiet), 95th percentile ` +
        `${ms(beside.p95)} ms (${ratio('p95')} × quiet), ${unavailable} sent again; answers ${JSON.stringify(counts)}`,
    );
    expect(Object.keys(counts).filter((status) => Number(status) >= 500 && status !== '503')).toEqual([]);
    expect(processes[app].isRunning).toBe(true);
  });

  /** Measures a new customer with an address of their own. Each request has to succeed. */
  async function measured(app: 'business' | 'checkout'): Promise<Latency> {
    const customer = await platform.merchant();
    const headers = { 'x-forwarded-for': newAddress() };
    const request = {
      business: { path: 'wallet.php?action=balance', options: { token: customer.token, headers } },
      checkout: { path: 'sessions.php?action=list', options: { key: customer.live.secret_key, headers } },
    }[app];
    const times: number[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const began = performance.now();
      const url = `${processes[app].url}/api/${request.path}`;
      const { status, text } = await untilAvailable(
        () => httpClient('GET', url, undefined, request.options),
        () => (unavailable += 1),
      );
      times.push(performance.now() - began);
      expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
    }
    return latencyOf(times);
  }

  function start(flood: object, headers: Record<string, string> = {}): ChildProcess {
    const sent = { ...flood, headers: { ...headers, 'x-forwarded-for': newAddress() } };
    const program = path.join(__dirname, 'flood-client.mjs');
    const client = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    client.stdin.write(`${JSON.stringify(sent)}\n`);
    return client;
  }

  function newAddress(): string {
    addresses += 1;
    return `10.20.0.${addresses}`;
  }
});

interface Latency {
  median: number;
  p95: number;
}

function latencyOf(times: number[]): Latency {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { median: at(0.5), p95: at(0.95) };
}

/** Ends a flood and returns the number of its responses by status. */
async function stop(client: ChildProcess): Promise<Record<string, number>> {
  let output = '';
  client.stdout!.on('data', (chunk) => (output += String(chunk)));
  client.stdin!.end();
  await once(client, 'close');
  return JSON.parse(output.trim().split('\n').at(-1)!) as Record<string, number>;
}

function numbers(bytes: number): string {
  return `[${'1,'.repeat(bytes / 2)}1]`;
}

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
