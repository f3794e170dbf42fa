import { minorToText } from '@app/kernel';
import { bankPage, escapeHtml } from './challenge.page';
import type { SimulatedAccount } from '../charges/simulated-accounts.store';

/** Where a transfer to an account number is made: as asked for, or not. `told` is what became of the last one. */
export function accountPage(account: SimulatedAccount, told: string | null, nonce: string): string {
  const amount = minorToText(BigInt(account.amount_minor));
  const merchant =
    account.merchant_name === null ? '' : `<dt>Merchant</dt><dd>${escapeHtml(account.merchant_name)}</dd>`;
  return bankPage(
    'Make a transfer',
    `${told === null ? '' : `<p role="status">${escapeHtml(told)}</p>`}
      <dl>
        <dt>Account</dt><dd>${escapeHtml(account.account_number)}, Simulated Bank</dd>
        <dt>Asked for</dt><dd>${escapeHtml(`${account.currency} ${amount}`)}</dd>
        ${merchant}
        <dt>Open until</dt><dd>${account.expires_at.toISOString()}</dd>
      </dl>
      <form method="post">
        <button class="approve" name="decision" value="exact">Transfer the exact amount</button>
        <button class="decline" name="decision" value="short">1.00 less</button>
        <button class="decline" name="decision" value="over">1.00 more</button>
      </form>`,
    nonce,
  );
}
