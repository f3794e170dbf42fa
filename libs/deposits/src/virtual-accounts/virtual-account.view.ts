import type { VirtualAccount } from './virtual-accounts.store';

export function virtualAccountView(account: VirtualAccount) {
  const { accountNumber, bankName, accountName, simulateUrl } = account;
  return {
    account_number: accountNumber,
    bank_name: bankName,
    account_name: accountName,
    currency: 'NGN',
    ...(simulateUrl && { simulate_url: simulateUrl }),
  };
}
