import {
  call,
  Fault,
  FormDialog,
  nameOf,
  SelectField,
  t,
  TextField,
  toast,
  useRead,
  useState,
  type Values,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { AccountHolder } from './account-holder';

type Bank = Row<'payoutListBanks'>;
type Branch = Row<'payoutListBranches'>;
type Added = Answer<'payoutAddBank'>;

/** Currencies of bank payouts. Those with a country have a list of banks. */
const COUNTRIES = {
  NGN: 'NG',
  GHS: 'GH',
  KES: 'KE',
  ZAR: 'ZA',
  GBP: null,
  USD: null,
  EUR: null,
} as const;
type BankCurrency = keyof typeof COUNTRIES;

interface Props {
  onClose: () => void;
  onDone: (account: Added) => void;
}

/** Saves a bank account. In Nigeria its holder is shown first. */
export function AddAccountDialog({ onClose, onDone }: Props) {
  const [values, setValues] = useState<Values>({ currency: 'NGN' });
  const currency = values.currency as BankCurrency;
  return (
    <FormDialog
      title={t('payouts.add')}
      submit={t('payouts.save')}
      onClose={onClose}
      onInput={setValues}
      onSubmit={async (given, key) => {
        const body = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
        const account = await call<Added>('addPayoutAccount', { body, key });
        toast(account.warning ?? t('payouts.saved'));
        onClose();
        onDone(account);
      }}
    >
      <SelectField
        name="currency"
        label={t('currency')}
        value="NGN"
        of={Object.keys(COUNTRIES).map((code) => [code, `${code} · ${nameOf('currency', code)}`] as const)}
      />
      {COUNTRIES[currency] ? (
        <ListedFields key={currency} country={COUNTRIES[currency]} values={values} />
      ) : (
        <OwnFields key={currency} currency={currency} />
      )}
      <TextField name="nickname" label={t('payouts.nickname')} isOptional maxLength={50} />
    </FormDialog>
  );
}

interface ListedProps {
  country: 'NG' | 'GH' | 'KE' | 'ZA';
  values: Values;
}

/** An account at a bank of a list. */
function ListedFields({ country, values }: ListedProps) {
  const banks = useRead<Bank[]>('payoutBanks', { country });
  // Right after another currency was selected, the values are still those of its fields.
  const bank = banks.data?.find(({ bank_code: code }) => code === values.bank_code)?.bank_code;
  const hasBranches = country === 'GH' && bank !== undefined;
  const branches = useRead<Branch[]>('payoutBranches', hasBranches ? { country, bank_code: bank } : null);
  const isKnown = country === 'NG' && bank !== undefined && /^\d{10}$/.test(values.account_number ?? '');
  const account = isKnown ? { bank_code: bank, account_number: values.account_number! } : null;
  const choose: [string, string] = ['', t('payouts.choose')];
  const away = banks.fault ? banks : hasBranches && branches.fault ? branches : null;
  return (
    <>
      {away && <Fault fault={away.fault!} again={away.reload} />}
      <SelectField
        key={`bank ${banks.data?.length}`}
        name="bank_code"
        label={t('payouts.bank')}
        of={[
          choose,
          ...(banks.data ?? []).map(({ bank_code: code, name }): [string, string] => [code, name]),
        ]}
      />
      {hasBranches && (
        <SelectField
          key={`branch ${bank} ${branches.data?.length}`}
          name="branch_code"
          label={t('payouts.branch')}
          of={[
            choose,
            ...(branches.data ?? []).map(({ branch_code: code, name }): [string, string] => [code, name]),
          ]}
        />
      )}
      <TextField name="account_number" label={t('payouts.number')} inputmode="numeric" maxLength={20} />
      {country === 'NG' ? (
        <AccountHolder account={account} />
      ) : (
        <TextField name="account_name" label={t('payouts.holder')} maxLength={100} />
      )}
    </>
  );
}

/** An account that is named by its numbers alone. */
function OwnFields({ currency }: { currency: BankCurrency }) {
  const number = <TextField name="account_number" label={t('payouts.number')} inputmode="numeric" isHalf />;
  return (
    <>
      <TextField name="account_name" label={t('payouts.holder')} maxLength={100} />
      {currency === 'EUR' && (
        <>
          <TextField name="iban" label="IBAN" maxLength={42} />
          <TextField name="swift" label="BIC" isOptional maxLength={11} />
        </>
      )}
      {currency === 'GBP' && (
        <div class="two">
          <TextField name="sort_code" label={t('payouts.sort_code')} inputmode="numeric" isHalf />
          {number}
        </div>
      )}
      {currency === 'USD' && (
        <>
          <div class="two">
            <TextField name="routing_number" label={t('payouts.routing')} inputmode="numeric" isHalf />
            {number}
          </div>
          <SelectField
            name="account_type"
            label={t('payouts.type')}
            of={[
              ['checking', t('payouts.type.checking')],
              ['savings', t('payouts.type.savings')],
            ]}
          />
        </>
      )}
      <TextField name="bank_name" label={t('payouts.bank')} isOptional maxLength={100} />
    </>
  );
}
