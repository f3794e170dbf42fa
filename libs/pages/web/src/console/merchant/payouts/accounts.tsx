import {
  call,
  can,
  type Column,
  Empty,
  FormDialog,
  Head,
  label,
  List,
  t,
  toast,
  useRead,
  useState,
} from '../../kit';
import { AddAccountDialog } from './add-account-dialog';
import { nameOfAccount, numberOf, PAYOUTS, type SavedAccount } from './payout-parts';

/** The accounts that payouts can go to. */
export default function Accounts() {
  const reading = useRead<SavedAccount[]>('payoutAccounts');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SavedAccount | null>(null);
  const close = () => setRemoved(null);
  return (
    <>
      <Head
        title={t('payouts.accounts')}
        crumb={{ path: PAYOUTS, name: t('attention.payouts') }}
        under={t('payouts.accounts.text')}
        actions={
          can('addPayoutAccount') && (
            <button type="button" class="button primary" onClick={() => setAdding(true)}>
              {t('payouts.add')}
            </button>
          )
        }
      />
      <List
        reading={reading}
        name={t('payouts.accounts')}
        columns={columns(setRemoved)}
        rows={(accounts) => accounts}
        id={({ id }) => String(id)}
        empty={
          <Empty icon="payouts" title={t('payouts.accounts.none')} text={t('payouts.accounts.none.text')} />
        }
      />
      {isAdding && <AddAccountDialog onClose={() => setAdding(false)} onDone={reading.reload} />}
      {removed && (
        <FormDialog
          title={t('payouts.remove')}
          text={t('payouts.remove.text', { account: nameOfAccount(removed) })}
          submit={t('payouts.remove')}
          isDangerous
          onClose={close}
          onSubmit={async (_, key) => {
            await call('deletePayoutAccount', { body: { id: removed.id }, key });
            toast(t('payouts.removed'));
            close();
            reading.reload();
          }}
        />
      )}
    </>
  );
}

const columns = (remove: (account: SavedAccount) => void): Column<SavedAccount>[] => [
  {
    name: t('payouts.account'),
    cell: (account) => (
      <>
        <strong>{account.nickname ?? account.bank_name ?? label('method', account.type)}</strong>{' '}
        <span class="soft">
          {account.nickname && account.bank_name} {numberOf(account)}
        </span>
      </>
    ),
    phone: 'lead',
  },
  { name: t('currency'), cell: ({ currency }) => currency, phone: 'side' },
  {
    name: t('payouts.holder'),
    cell: ({ account_name: name, name_match: match }) => (
      <>
        {name} {match === 'different' && <span class="soft">({t('payouts.holder.other')})</span>}
      </>
    ),
    phone: 'under',
  },
  ...(can('deletePayoutAccount')
    ? [
        {
          name: t('payouts.deed'),
          cell: (account: SavedAccount) => (
            <button
              type="button"
              class="button"
              aria-label={`${t('payouts.remove')}: ${nameOfAccount(account)}`}
              onClick={() => remove(account)}
            >
              {t('payouts.remove.short')}
            </button>
          ),
          isNumber: true,
          phone: 'end' as const,
        },
      ]
    : []),
];
