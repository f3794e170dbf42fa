import { AreaField, CheckField, label, money, Pill, t, TextField } from '../../kit';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

export const REFUND_ACTIONS = {
  settle: 'admin.php:refunds/settle',
  retry: 'admin.php:refunds/retry',
  fail: 'admin.php:refunds/fail',
  return: 'admin.php:refunds/return',
} as const;
export type RefundDecision = keyof typeof REFUND_ACTIONS;

interface Props {
  refundId: string;
  decision: RefundDecision;
  onClose: () => void;
  reload: () => void;
}

/** Records that a refund has gone or came back, sends it again, or ends it. */
export function RefundDecisionDialog({ refundId, decision, ...rest }: Props) {
  const asksIfSent = decision === 'retry' || decision === 'fail';
  return (
    <PreviewedDecision<Answer<'adminRefundsSettle'>>
      {...rest}
      title={t(`desk.refund.${decision}`)}
      text={t(`desk.refund.${decision}.text`)}
      submit={t(`desk.refund.${decision}`)}
      isDangerous={decision === 'fail'}
      done={t('desk.resolved')}
      action={REFUND_ACTIONS[decision]}
      needs={() => (decision === 'settle' ? ['provider_id'] : [])}
      body={({ reason, provider_id: providerId, not_sent: isUnsent }) => ({
        refund_id: refundId,
        reason,
        ...(decision === 'settle' && { provider_id: providerId }),
        ...(asksIfSent && isUnsent && { not_sent: true }),
      })}
      facts={({ refund }) => [
        [t('desk.becomes'), <Pill status={refund.status} />],
        refund.stage !== null && [t('desk.stage'), label('desk.refund.stage', refund.stage)],
        [t('desk.gets'), money(refund.returned_amount, refund.returned_currency)],
        [t('desk.debited'), money(refund.debited_amount, refund.currency)],
      ]}
    >
      {decision === 'settle' && (
        <TextField
          name="provider_id"
          label={t('desk.refund.reference')}
          hint={t('desk.refund.reference.hint')}
          maxLength={100}
        />
      )}
      <AreaField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
      {asksIfSent && <CheckField name="not_sent" label={t('desk.unsent')} hint={t('desk.unsent.hint')} />}
    </PreviewedDecision>
  );
}
