import {
  call,
  can,
  Dialog,
  Fault,
  FormDialog,
  Loading,
  money,
  PinField,
  SelectField,
  t,
  TextField,
  toast,
  useRead,
  useRef,
  useState,
  type Values,
} from '../../kit';
import type { Answer } from '../../wire';
import { AddAccountDialog } from './add-account-dialog';
import { nameOfAccount, type Payout, type SavedAccount, type Wallet } from './payout-parts';
import { WithdrawalTerms } from './withdrawal-terms';

type Terms = Answer<'payoutInitiate'>;
type Sum = Pick<Payout, 'amount' | 'currency'>;

const NETWORKS = [
  ['MPESA', 'M-PESA'],
  ['AIRTEL', 'Airtel Money'],
  ['MTN', 'MTN MoMo'],
  ['VODAFONE', 'Vodafone Cash'],
  ['TIGO', 'Tigo Cash'],
] as const;

/** The field says which of the saved accounts, or one of these methods. */
const TO = 'details.bank_id';
const isOther = (to?: string) => to === 'mobile_money' || to === 'extwallet';

function bodyOf(values: Values): object {
  const { amount, currency, pin, [TO]: to } = values;
  const details =
    to === 'mobile_money'
      ? { phone: values['details.phone'], network: values['details.network'] }
      : to === 'extwallet'
        ? { extwallet_email: values['details.extwallet_email'] }
        : { ...(to && { bank_id: Number(to) }) };
  return { method: isOther(to) ? to : 'bank', amount, currency, details, pin };
}

interface Props {
  /** Of a payout that is tried again. */
  sum?: Sum;
  onClose: () => void;
  onDone: (id: string) => void;
}

/** Pays money out of a wallet, once its wallets and saved accounts are known. */
export function WithdrawDialog({ sum, onClose, onDone }: Props) {
  const wallets = useRead<Wallet[]>('wallets');
  const accounts = useRead<SavedAccount[]>('payoutAccounts');
  if (wallets.data && accounts.data) {
    return (
      <Loaded
        sum={sum}
        wallets={wallets.data}
        accounts={accounts.data.filter(({ type }) => type === 'bank')}
        reload={accounts.reload}
        onClose={onClose}
        onDone={onDone}
      />
    );
  }
  const fault = wallets.fault ?? accounts.fault;
  const again = () => {
    wallets.reload();
    accounts.reload();
  };
  return (
    <Dialog title={t('payouts.withdraw')} onClose={onClose}>
      {fault ? <Fault fault={fault} again={again} /> : <Loading lines={6} />}
    </Dialog>
  );
}

interface LoadedProps extends Props {
  wallets: Wallet[];
  accounts: SavedAccount[];
  reload: () => void;
}

/**
 * The first step shows what the payout costs, by the server's own dry run, and the second one sends it. Not while the reader
 * types: a dry run needs the PIN, whose wrong tries are counted.
 */
function Loaded({ sum, wallets, accounts, reload, onClose, onDone }: LoadedProps) {
  const [terms, setTerms] = useState<Terms | null>(null);
  const [method, setMethod] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState('');
  const turn = useRef(0);
  const change = () => {
    turn.current++;
    setTerms(null);
  };
  const send = async (values: Values, key: string) => {
    const body = bodyOf(values);
    if (terms) {
      const { transaction_id: id } = await call<Terms>('initiatePayout', { body, key });
      toast(t('payouts.sent'));
      onClose();
      onDone(id);
      return;
    }
    const mine = turn.current;
    const next = await call<Terms>('initiatePayout', { body, isDryRun: true });
    if (mine === turn.current) setTerms(next);
  };
  const first = accounts[0] ? String(accounts[0].id) : '';
  const places: [string, string][] = [
    ...(first === '' ? [['', t('payouts.choose')] as [string, string]] : []),
    ...accounts.map((account): [string, string] => [
      String(account.id),
      `${nameOfAccount(account)} · ${account.currency}`,
    ]),
    ['mobile_money', t('method.mobile_money')],
    ['extwallet', t('method.extwallet')],
  ];
  return (
    <>
      <FormDialog
        title={t('payouts.withdraw')}
        submit={
          terms
            ? t('payouts.withdraw.sum', { amount: money(terms.amount, terms.currency) })
            : t('payouts.continue')
        }
        onClose={onClose}
        onInput={(values) => {
          change();
          setMethod(values[TO] ?? '');
        }}
        onSubmit={send}
      >
        <div class="two">
          <TextField
            name="amount"
            label={t('amount')}
            value={sum && String(sum.amount)}
            inputmode="decimal"
            isHalf
            isFocused
          />
          <SelectField
            name="currency"
            label={t('payouts.wallet')}
            value={sum?.currency}
            isHalf
            of={wallets.map(({ currency_code: code, balance }) => [
              code,
              `${code} · ${money(balance, code)}`,
            ])}
          />
        </div>
        <div class="stack">
          <SelectField key={added} name={TO} label={t('payouts.to')} value={added || first} of={places} />
          {can('addPayoutAccount') && (
            <button type="button" class="plain" onClick={() => setAdding(true)}>
              {t('payouts.add')}
            </button>
          )}
        </div>
        {method === 'mobile_money' && (
          <div class="two">
            <SelectField name="details.network" label={t('payouts.network')} isHalf of={NETWORKS} />
            <TextField name="details.phone" label={t('payouts.phone')} type="tel" isHalf />
          </div>
        )}
        {method === 'extwallet' && (
          <TextField name="details.extwallet_email" label={t('payouts.email')} type="email" />
        )}
        <PinField />
        <div aria-live="polite">{terms && <WithdrawalTerms of={terms} />}</div>
      </FormDialog>
      {isAdding && (
        <AddAccountDialog
          onClose={() => setAdding(false)}
          onDone={(account) => {
            change();
            setMethod('');
            setAdded(String(account.id));
            reload();
          }}
        />
      )}
    </>
  );
}
