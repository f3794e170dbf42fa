import { call, CheckField, CurrencyField, FormDialog, SelectField, t, TextField, toast } from '../../kit';
import { AppField, appFields } from '../../parts/app-field';
import type { Plan } from './subscription-parts';

interface Props {
  onClose: () => void;
  onDone: () => void;
}

const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export function NewPlanDialog({ onClose, onDone }: Props) {
  return (
    <FormDialog
      title={t('subscriptions.plans.new')}
      text={t('subscriptions.plans.fixed')}
      submit={t('subscriptions.plans.create')}
      onClose={onClose}
      onSubmit={async (values, key) => {
        const { name, amount, currency, interval, interval_count: count, trial_days: days } = values;
        const body = {
          name,
          amount,
          currency,
          interval,
          interval_count: Number(count || 1),
          ...(days && { trial_days: Number(days) }),
          ...appFields(values),
        };
        await call('createPlan', { body, key });
        toast(t('subscriptions.plans.created'));
        onClose();
        onDone();
      }}
    >
      <TextField name="name" label={t('name')} maxLength={200} isFocused />
      <div class="two">
        <TextField name="amount" label={t('amount')} inputmode="decimal" isHalf />
        <CurrencyField name="currency" isHalf />
        <TextField
          name="interval_count"
          label={t('subscriptions.plans.count')}
          inputmode="numeric"
          value="1"
          isHalf
        />
        <SelectField
          name="interval"
          label={t('subscriptions.plans.interval')}
          value="monthly"
          isHalf
          of={INTERVALS.map((value) => [value, t(`subscriptions.interval.${value}`)] as const)}
        />
      </div>
      <TextField
        name="trial_days"
        label={t('subscriptions.plans.trial')}
        hint={t('subscriptions.plans.trial.hint')}
        inputmode="numeric"
        isOptional
      />
      <AppField />
    </FormDialog>
  );
}

export function EditPlanDialog({ plan, onClose, onDone }: Props & { plan: Plan }) {
  return (
    <FormDialog
      title={t('subscriptions.plans.edit', { name: plan.name })}
      submit={t('subscriptions.save')}
      onClose={onClose}
      onSubmit={async ({ name, active }, key) => {
        await call('updatePlan', {
          body: { plan_id: plan.plan_id, name, active: active === 'on' },
          key,
        });
        toast(t('subscriptions.saved'));
        onClose();
        onDone();
      }}
    >
      <TextField name="name" label={t('name')} value={plan.name} maxLength={200} isFocused />
      <CheckField
        name="active"
        label={t('subscriptions.plans.active')}
        hint={t('subscriptions.plans.active.hint')}
        isOn={plan.active}
      />
    </FormDialog>
  );
}
