import { call, CURRENCIES, FormDialog, nameOf, SelectField, t, toast } from '../../kit';
import type { Wallet } from './movement-parts';

interface Props {
  wallets: Wallet[];
  onClose: () => void;
  onDone: () => void;
}

/** Opens a wallet in a currency that has none. */
export function NewWalletDialog({ wallets, onClose, onDone }: Props) {
  const owned = new Set<string>(wallets.map(({ currency_code: code }) => code));
  const free = CURRENCIES.filter((code) => !owned.has(code));
  return (
    <FormDialog
      title={t('balances.wallet.new')}
      text={t('balances.wallet.text')}
      submit={t('balances.wallet.open')}
      onClose={onClose}
      onSubmit={async ({ currency }, key) => {
        await call('createWallet', { body: { currency }, key });
        toast(t('balances.wallet.opened'));
        onClose();
        onDone();
      }}
    >
      <SelectField
        name="currency"
        label={t('currency')}
        of={free.map((code) => [code, `${code} · ${nameOf('currency', code)}`] as const)}
      />
    </FormDialog>
  );
}
