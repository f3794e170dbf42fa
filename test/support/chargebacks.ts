import { PollChargebacks } from '@app/chargebacks';
import { simulatorAccess } from '@app/gateways';
import type { TestMerchant } from './people';
import type { Platform } from './platform';
import { paidSession } from './refunds';
import { CARDS, cardOf } from './test-cards';

/** The bank of the payers, as the simulated company names its chargebacks. */
export class PayersBank {
  constructor(private readonly platform: Platform) {}

  /** Raises a chargeback of a transaction; its name at the company. Other amounts, currencies and hours where given. */
  async raise(transaction_id: string, fields: object = {}): Promise<string> {
    return String((await this.send('chargebacks', { transaction_id, ...fields })).id);
  }

  /** What the company says of it from now on. */
  async decide(id: string, status: string, fields: object = {}): Promise<void> {
    await this.send(`chargebacks/${id}`, { status, ...fields });
  }

  /** The company has the chargeback as this row says. */
  async row(id: string): Promise<{ status: string; comment: string | null; answers: number }> {
    const sql = 'SELECT status, comment, answers FROM simulator.chargebacks WHERE id = $1';
    return (
      await this.platform.sql<{ status: string; comment: string | null; answers: number }>(sql, [id])
    )[0]!;
  }

  /** Has the platform read from the company what is new. */
  read(): Promise<number> {
    return this.platform.inside('scheduler', PollChargebacks).run();
  }

  private async send(path: string, body: object): Promise<{ id: number }> {
    const { secretKey } = simulatorAccess(this.platform.config, 'live');
    const answer = await fetch(`${this.platform.urls.sandbox}/simulator/gateway/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: number } }).data;
  }
}

/** The id at the company of the transaction that paid a session. */
export async function transactionOf(platform: Platform, sessionId: string): Promise<string> {
  const [row] = await platform.sql<{ id: string }>(
    `SELECT a.gateway_transaction_id AS id FROM checkout_attempts a JOIN checkout_sessions s ON s.attempt_id = a.id
      WHERE s.session_id = $1`,
    [sessionId],
  );
  return row!.id;
}

/** An opened chargeback of the whole payment of a session of NGN 25.00; its id. */
export async function openedChargeback(platform: Platform, merchant?: TestMerchant): Promise<string> {
  const bank = new PayersBank(platform);
  const session = await paidSession(platform, merchant ?? (await platform.merchant()));
  await bank.raise(await transactionOf(platform, session));
  await bank.read();
  const sql = 'SELECT chargeback_id AS id FROM chargebacks WHERE session_id = $1';
  return (await platform.sql<{ id: string }>(sql, [session]))[0]!.id;
}

/** One of which the merchant, whose balance is almost empty, owes the most. */
export async function owedChargeback(platform: Platform): Promise<string> {
  const merchant = await platform.merchant();
  const session = await paidSession(platform, merchant);
  const to = await platform.signUp();
  const transfer = { recipient: to.usertag, amount: 24, pin: merchant.pin };
  const sent = await platform.post('business', 'wallet.php?action=transfer', transfer, {
    token: merchant.token,
  });
  if (sent.status !== 200) throw new Error(sent.text);
  const bank = new PayersBank(platform);
  await bank.raise(await transactionOf(platform, session));
  await bank.read();
  const sql = 'SELECT chargeback_id AS id FROM chargebacks WHERE session_id = $1';
  return (await platform.sql<{ id: string }>(sql, [session]))[0]!.id;
}

/** A test session of NGN 25.00 of the merchant that a card has paid, with the key of its app. */
export async function paidTestSession(platform: Platform, merchant: TestMerchant) {
  const key = merchant.test.secret_key;
  const create = { amount: 25, currency: 'NGN' };
  const opened = await platform.post('sandbox', 'sessions.php?action=create', create, { key });
  const { session_id } = opened.body as { session_id: string };
  const payment = { session_id, card: cardOf(CARDS.approved) };
  await platform.post('sandbox', 'sessions.php?action=pay-card', payment, { key });
  return { key, session_id };
}
