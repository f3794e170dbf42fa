import { randomUUID } from 'node:crypto';
import { RequestLog } from '@app/http';
import type { RequestLogStore } from '../../../libs/merchants/src/requests/request-log.store';
import type { CallOptions } from '../../support/http-client';
import { outcomeOf } from '../../support/http-client';
import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';

interface LoggedRequest {
  request_id: string;
  app_id: string | null;
  user_id: string | null;
  operation: string;
  status: number;
  error_code: string | null;
  object_id: string | null;
  sampled: number;
}

describe('business.php?section=requests', () => {
  let platform: Platform;
  let merchant: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    merchant = await platform.merchant();
  });
  afterAll(() => platform?.proveAndStop());

  const key = (): CallOptions => ({ key: merchant.live.secret_key });
  const create = (fields: object, who: CallOptions = key()) =>
    platform.post('checkout', 'sessions.php?action=create', fields, who);
  async function read(query: string, who: CallOptions = { token: merchant.token }) {
    for (const host of ['business', 'checkout'] as const)
      await (platform.inside(host, RequestLog as never) as RequestLogStore).flush();
    return platform.get('business', `business.php?section=requests&action=${query}`, who);
  }
  const list = async (query: string, who?: CallOptions): Promise<LoggedRequest[]> =>
    (await read(`list${query}`, who)).body.data.data as LoggedRequest[];

  it('lists writes and refused requests with their caller and object, and no reads', async () => {
    const made = await create({ amount: 1200, currency: 'NGN' });
    const refused = await create({ amount: -1, currency: 'NGN' });
    await platform.get('business', 'wallet.php?action=balance', { token: merchant.token });
    const about = made.body.session_id as string;
    const early = await platform.post('checkout', 'sessions.php?action=refund', { session_id: about }, key());
    const rows = (await list('')).slice(0, 3);
    const ids = rows.map(({ request_id: id }) => id);
    expect(ids).toEqual([early.body.request_id, refused.body.request_id, expect.any(String)]);
    expect(rows).toMatchObject([
      { operation: 'POST sessions.php/refund', status: 409, error_code: 'INVALID_STATE', object_id: about },
      { status: 400, error_code: 'VALIDATION_ERROR', object_id: null, app_id: merchant.live.app_id },
      { operation: 'POST sessions.php/create', status: 200, error_code: null, user_id: null, sampled: 0 },
    ]);
    expect((await list('')).map(({ operation }) => operation)).not.toContain('GET wallet.php/balance');
  });

  it.each([
    ['status=4xx', ({ status }: LoggedRequest) => status >= 400 && status < 500],
    ['error_code=VALIDATION_ERROR', ({ error_code: code }: LoggedRequest) => code === 'VALIDATION_ERROR'],
    ['mode=test', () => false],
    ['to=2020-01-01', () => false],
  ])('filters by %s', async (filter, isFound) => {
    const all = await list('&per_page=100');
    const found = await list(`&per_page=100&${filter}`);
    expect(found.map(({ request_id: id }) => id)).toEqual(
      all.filter(isFound).map(({ request_id: id }) => id),
    );
  });

  it('groups refused requests by error and operation, the most frequent first', async () => {
    for (let time = 0; time < 3; time++) await create({ amount: 5, currency: 'XXX' });
    const { body } = await read('errors');
    expect(body).toMatchObject({
      sampled: 0,
      errors: [
        { error_code: 'VALIDATION_ERROR', operation: 'POST sessions.php/create', count: 4 },
        { error_code: 'INVALID_STATE', operation: 'POST sessions.php/refund', count: 1 },
      ],
    });
    const { request_id: last } = body.errors[0] as { request_id: string };
    expect((await read(`show&request_id=${last}`)).body).toMatchObject({ request_id: last, status: 400 });
  });

  it('shows a key the requests of its own app, and no other account any of them', async () => {
    const [newest] = await list('', key());
    const other = await platform.merchant();
    const strangers = { token: other.token };
    expect(newest).toMatchObject({ app_id: merchant.live.app_id });
    expect(await list('', { key: merchant.test.secret_key })).toEqual([]);
    expect(outcomeOf(await read(`show&request_id=${newest!.request_id}`, strangers))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await read(`list&app_id=${merchant.live.app_id}`, strangers))).toBe('404 NOT_FOUND');
    expect(outcomeOf(await read(`list&app_id=${randomUUID()}`))).toBe('404 NOT_FOUND');
  });

  it('keeps 50 requests of an account in half a second, refused ones first, and counts the others', async () => {
    const other = await platform.merchant();
    const by = { key: other.live.secret_key };
    await read('list');
    await Promise.all(Array.from({ length: 60 }, () => create({ amount: 10, currency: 'NGN' }, by)));
    const kept = await list('&per_page=100&operation=POST%20sessions.php/create', { token: other.token });
    const lost = kept.reduce((sum, { sampled }) => sum + sampled, 0);
    expect(kept.length + lost).toBeLessThanOrEqual(60);
    await create({ amount: 10, currency: 'NGN' }, by);
    const after = await list('&per_page=100&operation=POST%20sessions.php/create', { token: other.token });
    expect(after.length + after.reduce((sum, { sampled }) => sum + sampled, 0)).toBe(61);
  });
});
