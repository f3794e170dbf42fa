import { minorToText } from '@app/kernel';
import { html } from '@app/pages';
import type { SimulatedAccount } from '../charges/simulated-accounts.store';
import { bankPage, merchantLine } from './challenge.page';

/** The page on which a buyer makes a transfer to an account; `notice` is the result of the last one. */
export function accountPage(account: SimulatedAccount, notice: string | null, nonce: string): string {
  const { account_number, currency, amount_minor, merchant_name, expires_at } = account;
  return bankPage(
    'Make a transfer',
    html`${notice !== null && html`<p role="status">${notice}</p>`}
      <dl>
        <dt>Account</dt>
        <dd>${account_number}, Simulated Bank</dd>
        <dt>Asked for</dt>
        <dd>${currency} ${minorToText(BigInt(amount_minor))}</dd>
        ${merchantLine(merchant_name)}
        <dt>Open until</dt>
        <dd>${expires_at.toISOString()}</dd>
      </dl>
      <form method="post">
        <button class="approve" name="decision" value="exact">Transfer the exact amount</button>
        <button class="decline" name="decision" value="short">1.00 less</button>
        <button class="decline" name="decision" value="over">1.00 more</button>
      </form>`,
    nonce,
  );
}
