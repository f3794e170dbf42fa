import {
  call,
  Facts,
  FormDialog,
  label,
  minus,
  mode,
  money,
  PinField,
  t,
  TextField,
  toast,
  useState,
} from '../../kit';
import { useDryRun } from '../../use-dry-run';
import type { Payment, Refund } from '../../wire';

interface Props {
  payment: Payment;
  onClose: () => void;
  onDone: () => void;
}

/**
 * Refunds a part or all of it. What it takes and what the buyer gets is the server's own dry run, in test mode: in live mode
 * a dry run needs the PIN, whose wrong tries are counted.
 */
export function RefundDialog({ payment, onClose, onDone }: Props) {
  const left = minus(payment.amount, payment.refunded_amount);
  const [amount, setAmount] = useState(String(left));
  const isAsked = mode.value === 'test';
  const answer = useDryRun<{ refund: Refund }>(
    'refund',
    isAsked ? { session_id: payment.session_id, amount } : null,
  );
  const { fault } = answer;
  const preview = answer.preview?.refund;
  return (
    <FormDialog
      title={t('refund.title')}
      text={t('refund.left', { amount: money(left, payment.currency) })}
      submit={t('refund')}
      onClose={onClose}
      onInput={(values) => setAmount(values.amount ?? '')}
      onSubmit={async ({ amount: sum, reason, customer_email: email, pin }, key) => {
        const body = {
          session_id: payment.session_id,
          amount: sum,
          ...(reason && { reason }),
          ...(email && { customer_email: email }),
          ...(pin && { pin }),
        };
        await call('refund', { body, key });
        toast(t('refund.sent'));
        onClose();
        onDone();
      }}
    >
      <TextField
        name="amount"
        label={t('refund.amount', { currency: payment.currency })}
        value={amount}
        inputmode="decimal"
        isFocused
      />
      <TextField name="reason" label={t('reason')} isOptional maxLength={500} />
      {!payment.customer?.email && <TextField name="customer_email" label={t('email')} type="email" />}
      <div aria-live="polite" class="stack">
        {preview && (
          <Facts
            of={[
              [t('refund.buyer'), money(preview.returned_amount, preview.returned_currency)],
              [t('refund.debited'), money(preview.debited_amount, preview.currency)],
              [t('method'), label('method', preview.method)],
            ]}
          />
        )}
        {fault && <p class="field-error">{fault.message}</p>}
      </div>
      <PinField />
    </FormDialog>
  );
}
