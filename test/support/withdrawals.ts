import type { TestUser } from './people';
import type { Platform } from './platform';

/** To a mobile money account, which finance pays by hand. */
export const BY_HAND = {
  method: 'mobile_money',
  amount: 10,
  details: { phone: '+254712345678', network: 'MPESA' },
};

/** A verified person with 100 USD. */
export async function withdrawer(platform: Platform): Promise<TestUser> {
  const person = await platform.signUp({ currency: 'USD' });
  await platform.sql('UPDATE users SET kyc_level = 1 WHERE id = $1', [person.id]);
  await platform.fund(person, 'USD', '100.00');
  return person;
}

/** A withdrawal that waits for finance: to be paid by hand, or because it was stopped. Returns its uuid. */
export async function withdrawnAt(platform: Platform, stage: 'manual' | 'stopped'): Promise<string> {
  const person = await withdrawer(platform);
  const { status, body, text } = await platform.post(
    'business',
    'payout.php?action=initiate',
    { ...BY_HAND, pin: person.pin },
    { token: person.token },
  );
  if (status !== 200) throw new Error(`initiate: ${status} ${text}`);
  const uuid = body.transaction_id as string;
  await platform.sql(
    `UPDATE withdrawals SET status = 'processing', stage = $2, due_at = NULL, version = version + 1 WHERE id = $1`,
    [uuid, stage],
  );
  return uuid;
}
