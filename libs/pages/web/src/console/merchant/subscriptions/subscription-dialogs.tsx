import {
  type ActionName,
  call,
  CheckField,
  day,
  Facts,
  FormDialog,
  messageOf,
  money,
  SelectField,
  t,
  TextField,
  toast,
  useState,
} from '../../kit';
import { useDryRun } from '../../use-dry-run';
import type { Answer } from '../../wire';
import { offered, type Plan, type Subscription } from './subscription-parts';

export type DialogName = 'cancel' | 'resume' | 'plan' | 'undo' | 'customer' | 'simulate';

interface Props {
  subscription: Subscription;
  plans: Plan[];
  onClose: () => void;
  onDone: () => void;
}

const VERBS = ['pay', 'authorise', 'decline', 'stop'] as const;
const TIMES = ['period_end', 'now'] as const;

/** The dialog of this name, if any. */
export function SubscriptionDialogs({ name, ...props }: Props & { name: DialogName | null }) {
  switch (name) {
    case 'plan':
      return <ChangeDialog {...props} />;
    case 'cancel':
      return <CancelDialog {...props} />;
    case 'resume':
      return (
        <ConfirmDialog
          {...props}
          action="resumeSubscription"
          title={t('subscriptions.resume')}
          text={t('subscriptions.resume.text')}
          done={t('subscriptions.resumed')}
        />
      );
    case 'undo':
      return (
        <ConfirmDialog
          {...props}
          action="cancelPlanChange"
          title={t('subscriptions.undo')}
          text={t('subscriptions.undo.text')}
          done={t('subscriptions.undone')}
        />
      );
    case 'customer':
      return <CustomerDialog {...props} />;
    case 'simulate':
      return <SimulateDialog {...props} />;
    default:
      return null;
  }
}

/** Sends an action of the subscription, then says so and reads it again. */
function useSend({ subscription, onClose, onDone }: Props) {
  return async (action: ActionName, fields: object, key: string | undefined, done: string) => {
    await call(action, { body: { subscription_id: subscription.subscription_id, ...fields }, key });
    toast(done);
    onClose();
    onDone();
  };
}

interface ConfirmProps extends Props {
  action: ActionName;
  title: string;
  text: string;
  done: string;
}

function ConfirmDialog({ action, title, text, done, ...props }: ConfirmProps) {
  const send = useSend(props);
  return (
    <FormDialog
      title={title}
      text={text}
      submit={title}
      onClose={props.onClose}
      onSubmit={(_, key) => send(action, {}, key, done)}
    />
  );
}

function CancelDialog(props: Props) {
  const send = useSend(props);
  const { current_period_end: end, cancel_at_period_end: isEnding } = props.subscription;
  const [isNow, setNow] = useState(isEnding);
  return (
    <FormDialog
      title={t('subscriptions.cancel')}
      text={isNow ? t('subscriptions.cancel.now') : t('subscriptions.cancel.end', { day: day(end) })}
      submit={t('subscriptions.cancel')}
      isDangerous
      onClose={props.onClose}
      onSubmit={(_, key) =>
        send('cancelSubscription', { at_period_end: !isNow }, key, t('subscriptions.cancelled'))
      }
    >
      {!isEnding && <CheckField name="now" label={t('subscriptions.cancel.at_once')} onChange={setNow} />}
    </FormDialog>
  );
}

/** Shows what the change costs before it is made: the server's own dry run. */
function ChangeDialog(props: Props) {
  const { subscription, plans } = props;
  const send = useSend(props);
  const choices = plans.filter(
    ({ plan_id: id, currency }) => id !== subscription.plan_id && currency === subscription.currency,
  );
  const of = offered(choices);
  const [fields, setFields] = useState({ plan_id: of[0]?.[0] ?? '', when: TIMES[0] as string });
  const { preview, fault } = useDryRun<Answer<'subscriptionsChangePlan'>>(
    'changePlan',
    fields.plan_id ? { subscription_id: subscription.subscription_id, ...fields } : null,
  );
  const change = preview?.change;
  const next = change?.next_invoices[0];
  return (
    <FormDialog
      title={t('subscriptions.change')}
      text={of.length === 0 && t('subscriptions.change.none', { currency: subscription.currency })}
      submit={t('subscriptions.change')}
      onClose={props.onClose}
      onSubmit={(_, key) => send('changePlan', fields, key, t('subscriptions.changed'))}
    >
      <SelectField
        name="plan_id"
        label={t('subscriptions.plan')}
        of={of}
        onChange={(plan_id) => setFields((last) => ({ ...last, plan_id }))}
      />
      <SelectField
        name="when"
        label={t('subscriptions.when')}
        of={TIMES.map((value) => [value, t(`subscriptions.when.${value}`)] as const)}
        onChange={(when) => setFields((last) => ({ ...last, when }))}
      />
      <div aria-live="polite" class="stack">
        {change && (
          <Facts
            of={[
              change.effective_at !== null && [t('subscriptions.begins'), day(change.effective_at)],
              change.effective_at === null && [t('subscriptions.begins'), t('subscriptions.begins.paid')],
              change.credit > 0 && [t('subscriptions.credit'), money(change.credit, change.currency)],
              next !== undefined && [
                t('subscriptions.change.next'),
                `${money(next.amount, change.currency)} · ${day(next.due_at)}`,
              ],
              change.authorization_required && [t('subscriptions.mode'), t('subscriptions.change.consent')],
            ]}
          />
        )}
        {fault && <p class="field-error">{messageOf(fault)}</p>}
      </div>
    </FormDialog>
  );
}

function CustomerDialog(props: Props) {
  const send = useSend(props);
  const { email, name } = props.subscription.customer;
  return (
    <FormDialog
      title={t('subscriptions.customer')}
      text={t('subscriptions.customer.text')}
      submit={t('subscriptions.save')}
      onClose={props.onClose}
      onSubmit={(values, key) =>
        send(
          'updateCustomer',
          { email: values.email, ...(values.name && { name: values.name }) },
          key,
          t('subscriptions.saved'),
        )
      }
    >
      <TextField name="email" label={t('email')} type="email" value={email} isFocused />
      <TextField name="name" label={t('name')} value={name ?? ''} isOptional maxLength={200} />
    </FormDialog>
  );
}

/** Test mode: plays the customer. */
function SimulateDialog(props: Props) {
  const send = useSend(props);
  return (
    <FormDialog
      title={t('subscriptions.simulate')}
      text={t('subscriptions.simulate.text')}
      submit={t('subscriptions.simulate')}
      onClose={props.onClose}
      onSubmit={(values) =>
        send('simulateSubscription', { do: values.do }, undefined, t('subscriptions.simulated'))
      }
    >
      <SelectField
        name="do"
        label={t('subscriptions.simulate.what')}
        of={VERBS.map((value) => [value, t(`subscriptions.simulate.${value}`)] as const)}
      />
    </FormDialog>
  );
}
