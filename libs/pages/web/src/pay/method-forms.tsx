import { useEffect, useState } from 'preact/hooks';
import { checkPhone, phoneOf } from './card';
import { Choice, Field, Form, useField } from './fields';
import { call, due, problem, session, ussdBanks } from './session';
import { settle } from './settle';
import { money, t } from './texts';

/** The networks of each currency: the server's code and the name. */
const NETWORKS: Record<string, readonly [code: string, name: string][]> = {
  KES: [['MPESA', 'M-Pesa']],
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
  const [banks, setBanks] = useState<readonly (readonly [code: string, name: string])[]>([]);
  const [bank, setBank] = useState('');
  const load = async () => {
    const found = (await ussdBanks()).map(({ bank_code, name }) => [bank_code, name] as const);
    setBanks(found);
    setBank(found[0]![0]);
  };
  useEffect(() => {
    load().catch(() => (problem.value = t('problem.retry')));
  }, []);
  return (
    <>
      <p>{t('ussd.text')}</p>
      <Form
        id="ussd-form"
        fields={[]}
        label={t('ussd.start')}
        busyLabel={t('busy.open')}
        send={async (key) =>
          void (await settle(await call('pay-ussd', { ...(bank !== '' && { bank_code: bank }) }, { key })))
        }
      >
        <Choice id="ussd-bank" label={t('ussd.bank')} options={banks} value={bank} onChange={setBank} />
      </Form>
    </>
  );
}

export function MobileMoneyForm() {
  const networks = NETWORKS[session.value.currency] ?? Object.values(NETWORKS).flat();
  const [network, setNetwork] = useState(networks[0]![0]);
  const phone = useField(checkPhone);
  const send = async (key: string) => {
    const fields = { phone: phoneOf(phone.value()), network };
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
        isPayment
        send={async (key) => void (await settle(await call('pay-extwallet', {}, { key })))}
      />
    </>
  );
}
