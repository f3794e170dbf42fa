import { useState } from 'preact/hooks';
import { checkPhone } from './card';
import { Field, Form, useField } from './fields';
import { call, due, session } from './session';
import { settle } from './settle';
import { money, t } from './texts';

/** As the gateway knows them: its code of the bank, and the bank's name. */
const USSD_BANKS: readonly [code: string, name: string][] = [
  ['044', 'Access Bank'],
  ['050', 'Ecobank'],
  ['070', 'Fidelity Bank'],
  ['011', 'First Bank'],
  ['214', 'FCMB'],
  ['058', 'GTBank'],
  ['082', 'Keystone Bank'],
  ['221', 'Stanbic IBTC'],
  ['232', 'Sterling Bank'],
  ['033', 'UBA'],
  ['032', 'Union Bank'],
  ['215', 'Unity Bank'],
  ['035', 'Wema Bank'],
  ['057', 'Zenith Bank'],
];

const NETWORKS: Record<string, readonly [code: string, name: string][]> = {
  KES: [
    ['MPESA', 'M-Pesa'],
    ['AIRTEL', 'Airtel Money'],
  ],
  GHS: [
    ['MTN', 'MTN MoMo'],
    ['VODAFONE', 'Telecel Cash (Vodafone)'],
    ['TIGO', 'AirtelTigo Money'],
  ],
};

export function TransferForm() {
  return (
    <>
      <p>{t('transfer.text')}</p>
      <Form
        id="transfer-form"
        fields={[]}
        label={t('transfer.start')}
        busyLabel={t('busy.open')}
        send={async (key) => void (await settle(await call('pay-bank-transfer', {}, { key })))}
      />
    </>
  );
}

export function UssdForm() {
  const [bank, setBank] = useState(USSD_BANKS[0]![0]);
  return (
    <>
      <p>{t('ussd.text')}</p>
      <Form
        id="ussd-form"
        fields={[]}
        label={t('ussd.start')}
        busyLabel={t('busy.open')}
        send={async (key) => void (await settle(await call('pay-ussd', { bank_code: bank }, { key })))}
      >
        <Choice id="ussd-bank" label={t('ussd.bank')} options={USSD_BANKS} value={bank} onChange={setBank} />
      </Form>
    </>
  );
}

export function MobileMoneyForm() {
  const networks = NETWORKS[session.value.currency] ?? Object.values(NETWORKS).flat();
  const [network, setNetwork] = useState(networks[0]![0]);
  const phone = useField(checkPhone);
  const send = async (key: string) => {
    const fields = { phone: phone.value().replace(/[\s()-]/g, ''), network };
    await settle(await call('pay-mobile-money', fields, { key }));
  };
  return (
    <>
      <p>{t('momo.text')}</p>
      <Form
        id="momo-form"
        fields={[phone]}
        label={t('momo.start')}
        busyLabel={t('busy.open')}
        autocomplete="on"
        send={send}
      >
        <Choice
          id="network"
          label={t('momo.network')}
          options={networks}
          value={network}
          onChange={setNetwork}
        />
        <Field
          id="phone"
          label={t('momo.phone')}
          field={phone}
          type="tel"
          inputmode="tel"
          autocomplete="tel"
        />
      </Form>
    </>
  );
}

export function ExtwalletForm() {
  return (
    <>
      <p>{t('ext.text')}</p>
      <Form
        id="ext-form"
        fields={[]}
        label={t('pay', { amount: money(due.value) })}
        busyLabel={t('busy.open')}
        send={async (key) => void (await settle(await call('pay-extwallet', {}, { key })))}
      />
    </>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  options: readonly [code: string, name: string][];
  value: string;
  onChange(code: string): void;
}

function Choice({ id, label, options, value, onChange }: ChoiceProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
