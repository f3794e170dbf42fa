import {
  can,
  type Column,
  Empty,
  Head,
  label,
  List,
  money,
  nameOf,
  SelectField,
  t,
  TextField,
  Time,
  useRead,
  useState,
} from '../../kit';
import { CURRENCIES } from '../../currencies';
import type { Answer, Row } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

type Float = Row<'adminPayoutsFloats'>;

const METHODS = ['bank', 'mobile_money', 'extwallet'] as const;

const columns = (): Column<Float>[] => [
  { name: t('method'), cell: ({ method }) => label('method', method), phone: 'under' },
  {
    name: t('desk.booked'),
    cell: ({ booked, currency }) => <strong>{money(booked, currency)}</strong>,
    isNumber: true,
    phone: 'lead',
  },
  {
    name: t('desk.reported'),
    cell: ({ provider_balance: balance, currency }) => balance !== null && money(balance, currency),
    isNumber: true,
  },
  {
    name: t('desk.difference'),
    cell: ({ difference, currency }) =>
      difference !== null && (
        <span class={`pill ${difference === 0 ? 'good' : 'bad'}`}>{money(difference, currency)}</span>
      ),
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('desk.compared'),
    cell: ({ compared_at: at }) => at !== null && <Time at={at} />,
    isNumber: true,
    phone: 'end',
  },
];

/** Money at the providers that pay withdrawals, by the books and by their word. */
export default function Floats() {
  const reading = useRead<Float[]>('admin.php:payouts/floats');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Head
        title={t('staff.floats')}
        actions={
          can('admin.php:payouts/fund-float') && (
            <button type="button" class="button primary" onClick={() => setOpen(true)}>
              {t('desk.fund')}
            </button>
          )
        }
      />
      <List
        reading={reading}
        name={t('staff.floats')}
        columns={columns()}
        rows={(floats) => floats}
        id={({ method, currency }) => `${method} ${currency}`}
        empty={<Empty icon="balances" title={t('desk.floats.none')} text={t('desk.floats.none.text')} />}
      />
      {isOpen && (
        <PreviewedDecision<Answer<'adminPayoutsFundFloat'>>
          title={t('desk.fund')}
          text={t('desk.fund.text')}
          submit={t('desk.fund')}
          done={t('desk.funded')}
          action="admin.php:payouts/fund-float"
          first={{ method: METHODS[0], currency: CURRENCIES[0] }}
          needs={() => ['amount', 'reference']}
          body={({ method, amount, currency, reference, reason }) => ({
            method,
            amount,
            currency,
            reference,
            reason,
          })}
          facts={({ amount, currency }) => [[t('desk.fund.books'), money(amount, currency)]]}
          onClose={() => setOpen(false)}
          reload={reading.reload}
        >
          <SelectField
            name="method"
            label={t('method')}
            of={METHODS.map((of) => [of, label('method', of)])}
          />
          <div class="two">
            <TextField name="amount" label={t('amount')} inputmode="decimal" isFocused />
            <SelectField
              name="currency"
              label={t('currency')}
              of={CURRENCIES.map((code) => [code, `${code} · ${nameOf('currency', code)}`])}
            />
          </div>
          <TextField name="reference" label={t('desk.fund.reference')} maxLength={100} />
          <TextField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
        </PreviewedDecision>
      )}
    </>
  );
}
