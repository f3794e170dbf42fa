import { AreaField, money, Pill, SelectField, t } from '../../kit';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

export const CHARGEBACK_ACTIONS = {
  answer: 'admin.php:chargebacks/answer',
  settle: 'admin.php:chargebacks/settle',
  'write-off': 'admin.php:chargebacks/write-off',
} as const;
export type ChargebackDecision = keyof typeof CHARGEBACK_ACTIONS;

interface Props {
  chargebackId: string;
  decision: ChargebackDecision;
  onClose: () => void;
  reload: () => void;
}

/** Answers the company for the owner, records what it has decided, or gives up what is owed. */
export function ChargebackDialog({ chargebackId, decision, ...rest }: Props) {
  return (
    <PreviewedDecision<Answer<'adminChargebacksAnswer'>>
      {...rest}
      title={t(`desk.chargeback.${decision}`)}
      text={t(`desk.chargeback.${decision}.text`)}
      submit={t(`desk.chargeback.${decision}`)}
      isDangerous={decision === 'write-off'}
      done={t('desk.resolved')}
      action={CHARGEBACK_ACTIONS[decision]}
      first={{ decision: 'contest', outcome: 'won' }}
      body={({ reason, decision: answer, comment, outcome }) => ({
        chargeback_id: chargebackId,
        reason,
        ...(decision === 'answer' && { decision: answer, ...(comment && { comment }) }),
        ...(decision === 'settle' && { outcome }),
      })}
      facts={({ chargeback }) => [
        [t('desk.becomes'), <Pill status={chargeback.status} />],
        [t('desk.debited'), money(chargeback.debited_amount, chargeback.currency)],
        [t('desk.owed'), money(chargeback.owed_amount, chargeback.currency)],
      ]}
    >
      {decision === 'answer' && (
        <>
          <SelectField
            name="decision"
            label={t('desk.decision')}
            value="contest"
            of={[
              ['contest', t('desk.chargeback.contest')],
              ['accept', t('desk.chargeback.accept')],
            ]}
          />
          <AreaField name="comment" label={t('desk.chargeback.comment')} isOptional maxLength={2000} />
        </>
      )}
      {decision === 'settle' && (
        <SelectField
          name="outcome"
          label={t('desk.chargeback.outcome')}
          value="won"
          of={[
            ['won', t('status.won')],
            ['lost', t('status.lost')],
          ]}
        />
      )}
      <AreaField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
    </PreviewedDecision>
  );
}
