import type { TestMerchant } from './people';
import type { Platform } from './platform';
import { CARDS, cardOf } from './test-cards';

/** A live session of NGN 25.00 of the merchant that a card has paid; its id. */
export async function paidSession(platform: Platform, merchant: TestMerchant): Promise<string> {
  const by = { key: merchant.live.secret_key };
  const create = { amount: 25, currency: 'NGN' };
  const opened = await platform.post('checkout', 'sessions.php?action=create', create, by);
  const { session_id } = opened.body as { session_id: string };
  const payment = { session_id, card: cardOf(CARDS.approved) };
  const paid = await platform.post('checkout', 'sessions.php?action=pay-card', payment, by);
  if (paid.body.status !== 'completed') throw new Error(paid.text);
  return session_id;
}

/** A refund of such a session that waits for a decision of finance, as after an unclear answer; its id. */
export async function pendingRefund(platform: Platform, merchant?: TestMerchant): Promise<string> {
  const owner = merchant ?? (await platform.merchant());
  const session_id = await paidSession(platform, owner);
  const by = { key: owner.live.secret_key };
  const made = await platform.post('checkout', 'sessions.php?action=refund', { session_id }, by);
  if (made.status !== 200) throw new Error(made.text);
  const { refund_id } = made.body.refund as { refund_id: string };
  const sql = 'UPDATE refunds SET due_at = NULL WHERE refund_id = $1 AND unanswered = 0 RETURNING id';
  if ((await platform.sql(sql, [refund_id])).length === 0) throw new Error(`${refund_id} is being sent`);
  return refund_id;
}

/** One that finance has recorded as sent. */
export async function completedRefund(platform: Platform): Promise<string> {
  const refund_id = await pendingRefund(platform);
  const { token } = await platform.staff('finance');
  const body = { refund_id, provider_id: `by-hand-${refund_id}`, reason: 'Sent by hand' };
  const settled = await platform.post('business', 'admin.php?section=refunds&action=settle', body, { token });
  if (settled.status !== 200) throw new Error(settled.text);
  return refund_id;
}
