import { AreaField, CheckField, Facts, Id, label, money, SelectField, t, TextField, Time } from '../../kit';
import type { Answer, Row } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

const ACTIONS = {
  refund: 'admin.php:unapplied/refund',
  apply: 'admin.php:unapplied/apply',
  settle: 'admin.php:unapplied/settle',
} as const;
type Decision = keyof typeof ACTIONS;
const DECISIONS = Object.keys(ACTIONS) as Decision[];

interface Props {
  payment: Row<'adminUnappliedList'>;
  onClose: () => void;
  reload: () => void;
}

const decisionOf = ({ decision }: Record<string, string>) => (decision ?? 'refund') as Decision;

/** Sends a payment back, credits the merchant, or records that it has gone back. */
export function UnappliedDialog({ payment, ...rest }: Props) {
  const { id } = payment;
  return (
    <PreviewedDecision<Answer<'adminUnappliedRefund'>>
      {...rest}
      title={t('desk.unapplied.title', { amount: money(payment.amount, payment.currency) })}
      submit={t('desk.resolve')}
      done={t('desk.resolved')}
      action={(values) => ACTIONS[decisionOf(values)]}
      first={{ decision: 'refund' }}
      needs={(values) => (decisionOf(values) === 'settle' ? ['refund_id'] : [])}
      body={({ decision, reason, refund_id: refundId, not_sent: isUnsent }) => ({
        id,
        reason,
        ...(decision === 'settle' ? { refund_id: refundId } : isUnsent && { not_sent: true }),
      })}
      facts={({ status, amount, currency }) => [
        [t('desk.becomes'), label('desk.unapplied.after', status)],
        [t('amount'), money(amount, currency)],
      ]}
    >
      {(values) => (
        <>
          <Facts
            of={[
              [t('desk.why'), label('desk.unapplied', payment.reason)],
              [t('desk.company'), payment.gateway],
              [t('desk.received'), <Time at={payment.received_at} />],
              [t('desk.payment'), <Id id={payment.session_id} />],
              [t('desk.transaction'), <Id id={payment.gateway_transaction_id} />],
              payment.failure !== null && [t('failure'), payment.failure],
            ]}
          />
          <SelectField
            name="decision"
            label={t('desk.decision')}
            value="refund"
            of={DECISIONS.map((of) => [of, t(`desk.unapplied.${of}`)])}
          />
          {decisionOf(values) === 'settle' ? (
            <TextField
              name="refund_id"
              label={t('desk.refund.reference')}
              hint={t('desk.refund.reference.hint')}
              maxLength={100}
            />
          ) : (
            <CheckField name="not_sent" label={t('desk.unsent')} hint={t('desk.unsent.hint')} />
          )}
          <AreaField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
        </>
      )}
    </PreviewedDecision>
  );
}
