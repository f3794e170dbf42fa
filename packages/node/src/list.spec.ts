import { refuses, ScriptedHost, type Step, succeeds } from '../test/scripted-host.js';
import { Payments } from './index.js';

const page = (ids: string[], next: string | null) =>
  succeeds({ data: { data: ids.map((id) => ({ session_id: id })), next_cursor: next, total: 3 } });

describe('A list', () => {
  let host: ScriptedHost;
  let pay: Payments;
  beforeAll(async () => {
    host = await ScriptedHost.start();
    pay = new Payments({ secretKey: 'sk_test_x', hosts: { sandbox: host.url } });
  });
  afterAll(() => host.close());

  const queries = () => host.received.map(({ url }) => url.split('?')[1]);
  const read = async (filters?: Parameters<Payments['sessions']['list']>[0]) => {
    const ids: string[] = [];
    for await (const { session_id: id } of pay.sessions.list(filters)) ids.push(id);
    return ids;
  };

  it('reads every page by cursor with the same filters', async () => {
    host.will(page(['1', '2'], 'next'), page([], 'more'), page(['3'], null));
    expect(await read({ status: 'completed', page: 1 })).toEqual(['1', '2', '3']);
    expect(queries()).toEqual([
      'status=completed&page=1',
      'status=completed&cursor=next',
      'status=completed&cursor=more',
    ]);
  });

  it('goes on after an interruption where it was', async () => {
    host.will(page(['1'], 'next'), refuses(503, 'SERVICE_UNAVAILABLE'), page(['2'], null));
    expect(await read()).toEqual(['1', '2']);
    expect(queries()).toEqual([undefined, 'cursor=next', 'cursor=next']);
  });

  it('requests no page that is not read', async () => {
    host.will(page(['1', '2'], 'next'));
    for await (const { session_id: id } of pay.sessions.list()) if (id === '2') break;
    expect(host.received).toHaveLength(1);
  });

  it('reads subscriptions, whose pages are the response itself', async () => {
    const subscriptions = (id: string, next: string | null) =>
      succeeds({ data: [{ subscription_id: id }], next_cursor: next });
    host.will(subscriptions('1', 'next'), subscriptions('2', null));
    const ids: string[] = [];
    for await (const { subscription_id: id } of pay.subscriptions.list({ limit: 1, offset: 0 })) ids.push(id);
    expect(ids).toEqual(['1', '2']);
    expect(queries()).toEqual(['limit=1&offset=0', 'limit=1&cursor=next']);
  });

  it.each([
    ['repeats a cursor', [page(['1'], 'next'), page(['2'], 'next')], 'repeats a page'],
    ['has no list', [succeeds({})], 'The response to sessions.list has no list.'],
  ] as [string, Step[], string][])('fails where a response %s', async (_, responses, message) => {
    host.will(...responses);
    await expect(read()).rejects.toThrow(message);
  });

  it('returns one page with its cursor and its total', async () => {
    host.will(page(['1'], 'next'));
    const { data, next_cursor: next, total } = await pay.sessions.list({ per_page: 1 }).page();
    expect([data, next, total]).toEqual([[{ session_id: '1' }], 'next', 3]);
    expect(queries()).toEqual(['per_page=1']);
  });
});
