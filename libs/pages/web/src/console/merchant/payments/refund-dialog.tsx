import {
  call,
  Facts,
  faultOf,
  FormDialog,
  label,
  minus,
  mode,
  money,
  PinField,
  Refusal,
  t,
  TextField,
  toast,
  useEffect,
  useRef,
  useState,
} from '../../kit';
import type { Payment, Refund } from '../../wire';

interface Props {
  payment: Payment;
  onClose: () => void;
  onDone: () => void;
}

const TYPING_MS = 400;

/**
 * Refunds a part or all of it. What it takes and what the buyer gets is the server's own dry run, in test mode: in live mode
 * a dry run needs the PIN, whose wrong tries are counted.
 */
export function RefundDialog({ payment, onClose, onDone }: Props) {
  const left = minus(payment.amount, payment.refunded_amount);
  const [amount, setAmount] = useState(String(left));
  const { preview, fault } = usePreview(payment.session_id, amount);
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

/** What a refund of this amount would do, asked for when the reader pauses. */
function usePreview(sessionId: string, amount: string) {
  const [preview, setPreview] = useState<Refund | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const turn = useRef(0);
  useEffect(() => {
    if (mode.value === 'live') return undefined;
    const mine = ++turn.current;
    const ask = async () => {
      try {
        const { refund } = await call<{ refund: Refund }>('refund', {
          body: { session_id: sessionId, amount },
          isDryRun: true,
        });
        if (mine !== turn.current) return;
        setPreview(refund);
        setFault(null);
      } catch (error) {
        if (mine !== turn.current) return;
        setPreview(null);
        setFault(faultOf(error));
      }
    };
    const timer = setTimeout(() => void ask(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [sessionId, amount]);
  return { preview, fault };
}
