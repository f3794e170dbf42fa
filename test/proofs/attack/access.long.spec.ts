import { randomUUID } from 'node:crypto';
import { httpClient, type HttpAnswer, outcomeOf } from '../../support/http-client';
import { pathForm } from '../../support/path-form';
import { versionsAtRest } from '../../support/tables';
import { isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import type { Action } from './actions';
import type { Credential } from './credentials';
import { accessOf, areaFault, REFUSALS } from './expected-access';
import { EMPTY_LISTS, outcomeFor, type Pair, pairsOf, requestOf } from './pairs';
import { formFault, untilAvailable } from './response-form';
import { atOnce, World } from './world';

const AT_ONCE = 24;

/** Bodies of actions that would end the membership of the credential without one. */
const BODIES: Readonly<Record<string, object>> = { '/api/team.php/leave': { account_id: randomUUID() } };

jest.setTimeout(SHORT_LIMIT_MS);

describe(`Access (SEED=${seed})`, () => {
  const random = new Random(seed);
  let world: World;
  beforeAll(async () => (world = await World.open(2)));
  afterAll(() => world?.close());

  it('asks for the documented kinds of credential on every action', () => {
    const faults = world.actions.flatMap((action) => {
      const fault = areaFault(action);
      return fault ? [`${action.method} ${action.path} ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('is granted and refused as documented, for every action and kind of credential', async () => {
    const { credentials } = world;
    const actions = isLong ? world.actions : onOneHost(world.actions);
    const cells = actions
      .filter(({ method }) => !['ALL', 'OPTIONS'].includes(method))
      .filter(({ policy: { uncounted, calledByServers } }) => !uncounted && !calledByServers)
      .flatMap((action) =>
        credentialsFor(action).map((credential, n) => ({ action, credential, inPath: n % 2 === seed % 2 })),
      );
    const faults: string[] = [];
    const anonymous = new Map<Action, string>();
    await atOnce(AT_ONCE, cells, async ({ action, credential, inPath }) => {
      const expected = accessOf(action, credential);
      if (expected === 'as-anonymous' && !anonymous.has(action)) {
        anonymous.set(action, outcomeOf(await ask(action, {}, !inPath)));
      }
      const answer = await ask(action, credential.options, inPath);
      const fault =
        formFault(shown(answer)) ??
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
    const { platform } = world;
    const [attacker, victim] = world.owners;
    const pairs = pairsOf(world.actions);
    const before = await versionsAtRest(platform);
    const faults: string[] = [];
    await atOnce(AT_ONCE, pairs, async (pair) => {
      const { path, body, options } = requestOf(pair, attacker!, victim!);
      const url = `${platform.urls[pair.action.host]}/api/${inOneForm(path)}`;
      const answer = await untilAvailable(() => httpClient(pair.action.method, url, body, options));
      const expected = outcomeFor(pair);
      const actual = EMPTY_LISTS.has(expected) ? `${answer.status} ${answer.text}` : outcomeOf(answer);
      const fault = formFault(shown(answer)) ?? differs(actual, expected);
      if (fault) faults.push(`${nameOf(pair)}: ${fault} ${answer.text.slice(0, 300)}`);
    });
    expect(faults).toEqual([]);
    expect(await versionsAtRest(platform, before)).toEqual(before);
    report(`attack: ${pairs.length} requests for objects of another owner`);
  });

  it('is not granted by anything but the token of the same checkout session', async () => {
    const [attacker, victim] = world.owners;
    const pairs = pairsOf(world.actions).filter(({ as }) => as === 'checkout-session');
    const faults: string[] = [];
    await atOnce(AT_ONCE, pairs, async (pair) => {
      const { host, method } = pair.action;
      const { path, body } = requestOf(pair, attacker!, victim!);
      const otherMode = pair.mode === 'live' ? 'test' : 'live';
      const tokens = {
        'no token': 'x',
        'the id of the session': String(victim!.idOf(pair.mode, 'session')),
        'the token of another session of its merchant': String(victim!.idOf(pair.mode, 'session-b')),
        'a token of the other mode': victim!.sessionTokens[otherMode],
        'the id of an escrow': String(victim!.idOf('live', 'escrow')),
      };
      for (const [name, sessionToken] of Object.entries(tokens)) {
        const url = `${world.platform.urls[host]}/api/${inOneForm(path)}`;
        const answer = await untilAvailable(() => httpClient(method, url, body, { sessionToken }));
        const expected = [outcomeFor(pair), '401 UNAUTHENTICATED', '404 NOT_FOUND'];
        const fault =
          formFault(shown(answer)) ?? (expected.includes(outcomeOf(answer)) ? null : outcomeOf(answer));
        if (fault) faults.push(`${nameOf(pair)}, ${name}: ${fault}`);
      }
    });
    expect(pairs.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('is granted to the owner by the same requests', async () => {
    const { platform } = world;
    const [, victim] = world.owners;
    const pairs = pairsOf(world.actions)
      .filter((pair) => outcomeFor(pair) === '404 NOT_FOUND')
      .sort((a, b) => endOf(a) - endOf(b));
    const ended = new Set<string>();
    const faults: string[] = [];
    for (const pair of pairs) {
      const { path, body, options } = requestOf(pair, victim!, victim!);
      // What is ended once cannot be ended again.
      const object = `${endOf(pair)} ${pair.mode}`;
      if (endOf(pair) >= 0 && ended.has(object)) continue;
      ended.add(object);
      const url = `${platform.urls[pair.action.host]}/api/${inOneForm(path)}`;
      const answer = await untilAvailable(() => httpClient(pair.action.method, url, body, options));
      const { error_code: code } = (answer.body ?? {}) as { error_code?: string };
      // A session offers some of the methods of payment, and confirms buyers for escrow only.
      const isPayment = /sessions\.php\/(pay-|buyer-|confirm-buyer)/.test(pair.action.path);
      const isInvalid = code === 'VALIDATION_ERROR' && !isPayment;
      if (answer.status === 404 || isInvalid || REFUSALS.includes(code!))
        faults.push(`${nameOf(pair)}: ${outcomeOf(answer)} ${answer.text.slice(0, 300)}`);
    }
    expect(faults).toEqual([]);
  });

  /** One of the two forms of an address, selected by the seed. */
  function inOneForm(address: string): string {
    return random.chance(50) ? pathForm(address) : address;
  }

  /** Each action on one of the hosts that serve it, selected by the seed. */
  function onOneHost(actions: readonly Action[]): Action[] {
    const named = random
      .shuffled(actions)
      .map((action) => [`${action.method} ${action.path}`, action] as const);
    return [...new Map(named).values()];
  }

  /** The short form takes keys with the scope of the action, and two others. */
  function credentialsFor({ policy }: Action): Credential[] {
    const { credentials } = world;
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
    inPath: boolean,
  ): Promise<HttpAnswer> {
    const given = policy.pin ? { pin: world.owners[0]!.merchant.pin } : (BODIES[path] ?? {});
    const body = method === 'GET' ? undefined : given;
    const target = policy.hidden ? path.replace(/:\w+/g, 'x') : inPath ? pathForm(url) : url;
    const address = `${world.platform.urls[host]}${target}`;
    return untilAvailable(() => httpClient(method, address, body, options));
  }
});

function nameOf({ action, as, mode, foreign }: Pair): string {
  return `${action.host} ${action.method} ${action.url}, ${mode} ${as}, ${foreign.map(({ name }) => name).join(' and ')}`;
}

/** The order in which objects are ended, after all else. */
function endOf({ action }: Pair): number {
  const ends = [
    /webhooks(\.php)?\/rotate-secret$/,
    /webhooks(\.php)?\/delete$/,
    /apps\/rotate-secret$/,
    /apps\/revoke$/,
    /settings\.php\/end-session$/,
    /payout\.php\/delete-bank$/,
    /team\.php\/revoke-invitation$/,
    /team\.php\/remove$/,
  ];
  return ends.findIndex((end) => end.test(action.path));
}

function shown({ status, text, headers }: HttpAnswer) {
  const contentType = headers.get('content-type') ?? '';
  return { status, text, contentType, requestId: headers.get('x-request-id') ?? '' };
}

function openFault({ status, body }: HttpAnswer): string | null {
  const refused = (status === 401 || status === 403) && REFUSALS.includes(body?.error_code as string);
  return refused ? `${status} ${body.error_code}, expected access` : null;
}

function differs(outcome: string, expected: string): string | null {
  return outcome === expected ? null : `${outcome}, expected ${expected}`;
}
