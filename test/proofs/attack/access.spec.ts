import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpClient, type HttpAnswer, outcomeOf } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { hashesAtRest } from '../../support/tables';
import { isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';
import { type Action, readActions } from './actions';
import { type Credential, expiredSession, openCredentials } from './credentials';
import { accessOf, areaFault, REFUSALS } from './expected-access';
import { Owner } from './owner';
import { EMPTY, outcomeFor, type Pair, pairsOf, requestOf } from './pairs';

const AT_ONCE = 24;

jest.setTimeout(600_000);

describe(`Access (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let receiver: Server;
  let actions: Action[];
  let credentials: Credential[];
  let attacker: Owner;
  let victim: Owner;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    const expired = await expiredSession(platform);
    receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const friend = await platform.merchant();
    await platform.fund(friend, 'NGN', '1000000.00');
    [attacker, victim] = [
      await Owner.open(platform, endpoint, friend),
      await Owner.open(platform, endpoint, friend),
    ];
    actions = await readActions(platform);
    credentials = [...(await openCredentials(platform, attacker)), expired];
  });
  afterAll(async () => {
    receiver?.closeAllConnections();
    receiver?.close();
    await platform?.proveAndStop();
  });

  it('asks for the documented kinds of credential on every action', () => {
    const faults = actions.flatMap((action) => {
      const fault = areaFault(action);
      return fault ? [`${action.method} ${action.path} ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('is granted and refused as documented, for every action and kind of credential', async () => {
    const cells = actions
      .filter(({ method, policy }) => !['ALL', 'OPTIONS'].includes(method) && !policy.uncounted)
      .flatMap((action) => credentialsFor(action).map((credential) => ({ action, credential })));
    const faults: string[] = [];
    const anonymous = new Map<Action, string>();
    await atOnce(cells, async ({ action, credential }) => {
      const expected = accessOf(action, credential);
      if (expected === 'as-anonymous' && !anonymous.has(action)) {
        anonymous.set(action, outcomeOf(await ask(action, {})));
      }
      const answer = await ask(action, credential.options);
      const fault =
        formFault(answer) ??
        (expected === 'open'
          ? openFault(answer)
          : differs(outcomeOf(answer), expected === 'as-anonymous' ? anonymous.get(action)! : expected));
      if (fault) faults.push(`${action.host} ${action.method} ${action.path}, ${credential.name}: ${fault}`);
    });
    report(
      `attack: ${cells.length} cells of access, ${actions.length} actions, ${credentials.length} credentials`,
    );
    expect(faults).toEqual([]);
  });

  it('never reaches an object of another owner', async () => {
    const pairs = pairsOf(actions);
    const before = await hashesAtRest(platform);
    const faults: string[] = [];
    await atOnce(pairs, async (pair) => {
      const { path, body, options } = requestOf(pair, attacker, victim);
      const url = `${platform.urls[pair.action.host]}/api/${path}`;
      const answer = await httpClient(pair.action.method, url, body, options);
      const actual = outcomeFor(pair) === EMPTY ? `${answer.status} ${answer.text}` : outcomeOf(answer);
      const fault = formFault(answer) ?? differs(actual, outcomeFor(pair));
      if (fault) faults.push(`${nameOf(pair)}: ${fault} ${answer.text.slice(0, 300)}`);
    });
    expect(faults).toEqual([]);
    expect(await hashesAtRest(platform)).toEqual(before);
    report(`attack: ${pairs.length} requests for objects of another owner`);
  });

  it('is granted to the owner by the same requests', async () => {
    const pairs = pairsOf(actions)
      .filter((pair) => outcomeFor(pair) === '404 NOT_FOUND')
      .sort((a, b) => endOf(a) - endOf(b));
    const ended = new Set<string>();
    const faults: string[] = [];
    for (const pair of pairs) {
      const { path, body, options } = requestOf(pair, victim, victim);
      // What is ended once cannot be ended again.
      const object = `${pair.action.path} ${pair.mode}`;
      if (endOf(pair) >= 0 && ended.has(object)) continue;
      ended.add(object);
      const url = `${platform.urls[pair.action.host]}/api/${path}`;
      const answer = await httpClient(pair.action.method, url, body, options);
      const { error_code: code } = (answer.body ?? {}) as { error_code?: string };
      // A session offers some of the methods of payment.
      const isInvalid = code === 'VALIDATION_ERROR' && !/sessions\.php\/pay-/.test(pair.action.path);
      if (answer.status === 404 || isInvalid || REFUSALS.includes(code!))
        faults.push(`${nameOf(pair)}: ${outcomeOf(answer)} ${answer.text.slice(0, 300)}`);
    }
    expect(faults).toEqual([]);
  });

  /** The short form takes keys with the scope of the action, and two others. */
  function credentialsFor({ policy }: Action): Credential[] {
    const isScoped = ({ identity }: Credential) => identity.kind === 'secret-key' && identity.scopes !== null;
    const others = isLong
      ? credentials.filter(isScoped)
      : [...random.shuffled(credentials.filter(isScoped)).slice(0, 2), ...credentials.filter(hasScopeOf)];
    function hasScopeOf({ identity }: Credential): boolean {
      return (
        identity.kind === 'secret-key' && identity.scopes?.[0] === policy.scope && policy.scope !== undefined
      );
    }
    return [...new Set([...credentials.filter((credential) => !isScoped(credential)), ...others])];
  }

  function ask(
    { host, method, path, url, policy }: Action,
    options: Credential['options'],
  ): Promise<HttpAnswer> {
    const body = method === 'GET' ? undefined : policy.pin ? { pin: attacker.merchant.pin } : {};
    const target = policy.hidden ? path.replace(/:\w+/g, 'x') : url;
    return httpClient(method, `${platform.urls[host]}${target}`, body, options);
  }
});

function nameOf({ action, as, mode, foreign }: Pair): string {
  return `${action.host} ${action.method} ${action.url}, ${mode} ${as}, ${foreign.map(({ name }) => name).join(' and ')}`;
}

/** The order in which objects are ended, after all else. */
function endOf({ action }: Pair): number {
  const ends = ['webhooks/rotate-secret', 'webhooks/delete', 'apps/rotate-secret', 'apps/revoke'];
  return ends.findIndex((end) => action.path.endsWith(end));
}

function openFault({ status, body }: HttpAnswer): string | null {
  const refused = (status === 401 || status === 403) && REFUSALS.includes(body?.error_code as string);
  return refused ? `${status} ${body.error_code}, expected access` : null;
}

function differs(outcome: string, expected: string): string | null {
  return outcome === expected ? null : `${outcome}, expected ${expected}`;
}

/** What is wrong with the form of a response: an internal error, or an error that is not in the documented format. */
export function formFault({ status, body, headers, text }: HttpAnswer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400 || !headers.get('content-type')?.includes('json')) return null;
  const { success, message, error_code: code, request_id: id } = (body ?? {}) as Record<string, unknown>;
  const isError =
    success === false &&
    typeof message === 'string' &&
    /^[A-Z][A-Z_]+$/.test(String(code)) &&
    id === headers.get('x-request-id');
  return isError ? null : `not the error format: ${text.slice(0, 300)}`;
}

/** Works through a list with a fixed number of workers. */
async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}
