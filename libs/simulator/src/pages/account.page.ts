import { html } from '@app/pages';
import type { SimulatedAccount } from '../charges/simulated-accounts.store';
import { amountText, bankPage, merchantLine } from './challenge.page';

const ASKED_AMOUNT = html`<form method="post">
  <button class="approve" name="decision" value="exact">Transfer the exact amount</button>
  <button class="decline" name="decision" value="short">1.00 less</button>
  <button class="decline" name="decision" value="over">1.00 more</button>
</form>`;

const ANY_AMOUNT = html`<form method="post">
  <label>Amount <input name="amount" inputmode="decimal" pattern="\\d+(\\.\\d{1,2})?" required /></label>
  <button class="approve">Transfer</button>
</form>`;

/** The page on which a buyer makes a transfer to an account; `notice` is the result of the last one. */
export function accountPage(account: SimulatedAccount, notice: string | null, nonce: string): string {
  const { account_number, currency, amount_minor, merchant_name, expires_at } = account;
  return bankPage(
    'Make a transfer',
    html`${notice !== null && html`<p role="status">${notice}</p>`}
      <dl>
        <dt>Account</dt>
        <dd>${account_number}, Simulated Bank</dd>
        ${
          amount_minor !== null &&
          html`<dt>Asked for</dt>
            <dd>${amountText(amount_minor, currency)}</dd>`
        }
        ${merchantLine(merchant_name)}
        ${
          expires_at &&
          html`<dt>Open until</dt>
            <dd>${expires_at.toISOString()}</dd>`
        }
      </dl>
      ${amount_minor === null ? ANY_AMOUNT : ASKED_AMOUNT}`,
    nonce,
  );
}
