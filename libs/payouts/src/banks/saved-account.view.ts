import type { AccountDetails } from './account-seal.service';
import { maskedNumber } from './account-mask.policy';
import type { Bank, BankBranch, BankCountry } from './bank-directory.port';
import type { PayoutAccount } from './payout-account.aggregate';
import type { PayoutRoutes, Settlement } from '../providers/payout-provider.port';

const CURRENCY_OF = { NG: 'NGN', GH: 'GHS', KE: 'KES', ZA: 'ZAR' } as const satisfies Record<
  BankCountry,
  string
>;

/** A saved account. Numbers are masked to their last digits; routing codes of banks are public. */
export function savedAccountView(account: PayoutAccount, details: AccountDetails, routes: PayoutRoutes) {
  const { number, type, currency, country, masked, isVerified, nameMatch, createdAt } = account;
  const { nickname, bankName, accountName, destination, wire } = details;
  const bank = destination?.method === 'bank' ? destination : null;
  return {
    id: Number(number),
    type,
    nickname,
    currency,
    country_code: country,
    bank_name: bankName,
    account_number: type === 'extwallet' || bank?.scheme === 'iban' ? null : masked,
    account_name: accountName,
    bank_code: bank?.scheme === 'local' ? bank.bankCode : null,
    branch_code: bank?.scheme === 'local' ? bank.branchCode : null,
    sort_code: bank?.scheme === 'sort_code' ? bank.sortCode : null,
    routing_number: bank?.scheme === 'aba' ? bank.routingNumber : null,
    account_type: bank?.scheme === 'aba' ? bank.accountType : null,
    iban: bank?.scheme === 'iban' ? maskedNumber(bank.iban) : null,
    swift: wire?.swift ?? (bank?.scheme === 'iban' ? bank.bic : null),
    extwallet_email: destination?.method === 'extwallet' ? masked : null,
    verified: isVerified,
    name_match: nameMatch,
    settlement: destination && routes.settlementFor(destination),
    created_at: createdAt,
  };
}

export const bankView = ({ code, name }: Bank, country: BankCountry, settlement: Settlement) => ({
  bank_code: code,
  name,
  country,
  currency: CURRENCY_OF[country],
  settlement,
});

export const branchView = ({ code, name }: BankBranch) => ({ branch_code: code, name });
