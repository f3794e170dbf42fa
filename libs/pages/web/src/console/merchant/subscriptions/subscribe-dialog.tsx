import { call, CheckField, FormDialog, SelectField, t, TextField, toast, useState } from '../../kit';
import { AppField, appFields } from '../../parts/app-field';
import type { Answer } from '../../wire';
import { offered, type Plan } from './subscription-parts';

const MODES = ['invoice', 'wallet_auto', 'card_token'] as const;

interface Props {
  plans: Plan[];
  onClose: () => void;
  onDone: (subscriptionId: string) => void;
}

/** Subscribes a customer, who gets the link of the first invoice by mail. */
export function SubscribeDialog({ plans, onClose, onDone }: Props) {
  const [mode, setMode] = useState<string>(MODES[0]);
  return (
    <FormDialog
      title={t('subscriptions.new')}
      text={t('subscriptions.new.text')}
      submit={t('subscriptions.subscribe')}
      onClose={onClose}
      onSubmit={async (values, key) => {
        const { plan_id, billing_mode, consent } = values;
        const customer = { email: values['customer.email'], name: values['customer.name'] || undefined };
        const body = {
          plan_id,
          customer,
          billing_mode,
          ...(billing_mode === 'card_token' && { consent: { accepted: consent === 'on' } }),
          ...appFields(values),
        };
        const { subscription } = await call<Answer<'subscriptionsSubscribe'>>('subscribe', { body, key });
        toast(t('subscriptions.subscribed'));
        onClose();
        onDone(subscription.subscription_id);
      }}
    >
      <TextField name="customer.email" label={t('email')} type="email" isFocused />
      <TextField name="customer.name" label={t('name')} isOptional maxLength={200} />
      <SelectField name="plan_id" label={t('subscriptions.plan')} of={offered(plans)} />
      <SelectField
        name="billing_mode"
        label={t('subscriptions.mode')}
        hint={t(`subscriptions.mode.${mode as (typeof MODES)[number]}.hint`)}
        onChange={setMode}
        of={MODES.map((value) => [value, t(`subscriptions.mode.${value}`)] as const)}
      />
      {mode === 'card_token' && <CheckField name="consent" label={t('subscriptions.consent')} />}
      <AppField />
    </FormDialog>
  );
}
