import { can, Card, CURRENCIES, Fault, Id, Loading, money, nameOf, type Reading, t } from '../../kit';
import type { Wallet } from './movement-parts';

interface Props {
  reading: Reading<Wallet[]>;
  /** Asks for a further one. */
  open: () => void;
}

/** What can be spent in each wallet, and what is held. */
export function Wallets({ reading: { data, fault, reload }, open }: Props) {
  return (
    <>
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading lines={3} />}
      {data && (
        <Card
          title={t('balances.wallets')}
          actions={
            can('createWallet') &&
            data.length < CURRENCIES.length && (
              <button type="button" class="button" onClick={open}>
                {t('balances.wallet.new')}
              </button>
            )
          }
        >
          <dl class="figures">
            {data.map((wallet) => (
              <Figure key={wallet.id} wallet={wallet} />
            ))}
          </dl>
        </Card>
      )}
    </>
  );
}

function Figure({ wallet }: { wallet: Wallet }) {
  const { currency_code: code, balance, locked_balance: held, gw_account_number: account } = wallet;
  return (
    <div class="figure">
      <dt>
        {nameOf('currency', code)}
        {wallet.is_primary === 1 && ` · ${t('balances.primary')}`}
      </dt>
      <dd>
        <strong>{money(balance, code)}</strong>
        {Number(held) > 0 && <p class="soft">{t('balances.locked', { amount: money(held, code) })}</p>}
        {account && (
          <p class="soft small">
            {wallet.gw_bank_name} <Id id={account} name={t('balances.account')} />
          </p>
        )}
      </dd>
    </div>
  );
}
