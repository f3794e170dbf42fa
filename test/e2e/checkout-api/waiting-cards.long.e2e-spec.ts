import { PurgeWaitingCards, WaitingCardsStore } from '@app/charges';
import { Vault } from '@app/config';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Pool } from 'pg';
import { type Platform, startPlatform } from '../../support/platform';
import { CARDS } from '../../support/test-cards';
import { Depositor } from '../business-api/card-deposits';
import { Shop } from './cards';

const PIN = '1234';

/** Cards that wait for their PIN: any process continues them, and nothing of them stays. */
describe('a card that waits for its PIN', () => {
  let platform: Platform;
  let shop: Shop;
  let secondUrl: string;
  beforeAll(async () => {
    platform = await startPlatform({ secondCheckout: true, env: { RATE_LIMITS: 'false' } });
    shop = new Shop(platform, 'checkout', (await platform.merchant()).live.secret_key);
    secondUrl = await platform.secondCheckoutUrl();
  });
  afterAll(() => platform.proveAndStop());

  const rows = () =>
    platform.sql<{ handle: string; sealed: Buffer | null }>('SELECT handle, sealed FROM waiting_cards');
  const waiting = async () => {
    const session = await shop.open();
    const { body } = await shop.pay(session, CARDS.pin);
    expect(body.auth_mode).toBe('pin');
    return { session, gw_ref: body.gw_ref as string };
  };
  const submitAt = (host: string, { session, gw_ref }: Awaited<ReturnType<typeof waiting>>, otp = PIN) =>
    platform.post(
      host,
      'sessions.php?action=pay-card-submit',
      { session_id: session.session_id, gw_ref, otp },
      { key: shop.key },
    );

  it('is continued by another process, and erased when that sends it', async () => {
    const payment = await waiting();
    const [row] = await rows();
    expect(row!.sealed!.toString('latin1')).not.toContain(CARDS.pin);
    const answer = await submitAt(secondUrl, payment);
    expect([answer.status, answer.body.status]).toEqual([200, 'completed']);
    expect(await rows()).toEqual([]);
  });

  it('is erased where its PIN is wrong', async () => {
    expect((await submitAt(secondUrl, await waiting(), '9999')).body.error_code).toBe('CARD_DECLINED');
    expect(await rows()).toEqual([]);
  });

  it('is sent by one of several processes that get its PIN at once', async () => {
    const payment = await waiting();
    const hosts = ['checkout', secondUrl, 'checkout', secondUrl];
    await Promise.all(hosts.map((host) => submitAt(host, payment)));
    await platform.runJobs();
    expect(await shop.statusOf(payment.session)).toBe('completed');
    const [charges] = await platform.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM simulator.charges c JOIN checkout_attempts a ON c.tx_ref = a.reference
         JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id = $1`,
      [payment.session.session_id],
    );
    expect(charges).toEqual({ count: 1 });
    expect(await rows()).toEqual([]);
  });

  it('is erased when the buyer cancels', async () => {
    const { session, gw_ref } = await waiting();
    await shop.call('pay-card-cancel', { session_id: session.session_id, gw_ref });
    expect(await rows()).toEqual([]);
  });

  it('is erased after ten minutes, and can then not be continued', async () => {
    const payment = await waiting();
    platform.clock.advance({ minutes: 9 });
    await platform.inside('scheduler', PurgeWaitingCards).run();
    expect(await rows()).toHaveLength(1);
    platform.clock.advance({ minutes: 1, seconds: 1 });
    const answer = await submitAt('checkout', payment);
    expect([answer.body.error_code, answer.body.reason]).toEqual([
      'CARD_DECLINED',
      expect.stringContaining('no longer waits'),
    ]);
    await waiting();
    platform.clock.advance({ minutes: 11 });
    await platform.inside('scheduler', PurgeWaitingCards).run();
    expect(await rows()).toEqual([]);
  });

  it('is continued on the other host for a deposit', async () => {
    const user = await platform.signUp();
    const depositor = new Depositor(platform, user.id, { token: user.token });
    const { body } = await depositor.charge(CARDS.pin);
    const answer = await depositor.post('validate-charge', { gw_ref: body.gw_ref, otp: PIN }, {}, 'app');
    expect(answer.body.status).toBe('successful');
    expect(await rows()).toEqual([]);
  });

  it('can be opened under a retired key, and under no other', async () => {
    const cardsUnder = (ENCRYPTION_KEY: string, RETIRED_ENCRYPTION_KEYS: string[]) => {
      const env = { ...platform.config.env, ENCRYPTION_KEY, RETIRED_ENCRYPTION_KEYS };
      const vault = new Vault({ env } as never);
      const pool = platform.inside('checkout', POSTGRES_POOL as never) as Pool;
      const unit = platform.inside('checkout', UnitOfWork);
      return new WaitingCardsStore(pool, vault, unit, platform.inside('checkout', Clock as never));
    };
    const payload = { card_number: CARDS.pin };
    await platform.inside('checkout', WaitingCardsStore).put('PIN-1', 'tx-1', payload);
    await platform.inside('checkout', WaitingCardsStore).put('PIN-2', 'tx-1', payload);
    const old = platform.config.env.ENCRYPTION_KEY;
    expect(await cardsUnder('n'.repeat(40), [old]).take('PIN-1')).toEqual({
      state: 'waiting',
      txRef: 'tx-1',
      payload,
    });
    await expect(cardsUnder('n'.repeat(40), []).take('PIN-2')).rejects.toThrow('another encryption key');
    await platform.sql('DELETE FROM waiting_cards');
  });

  it('survives the end of the process that took it, and is in no table, event or log in the clear', async () => {
    const payment = await waiting();
    const tables = await platform.sql<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'simulator')`,
    );
    for (const { name } of tables) {
      const found = await platform.sql(`SELECT 1 FROM ${name} row WHERE row::text LIKE $1`, [
        `%${CARDS.pin}%`,
      ]);
      expect([name, found]).toEqual([name, []]);
    }
    await platform.close('checkout');
    const answer = await submitAt(secondUrl, payment);
    expect([answer.status, answer.body.status]).toEqual([200, 'completed']);
    expect(await rows()).toEqual([]);
  });
});
