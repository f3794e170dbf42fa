import { AreaField, CheckField, label, money, Pill, t, TextField } from '../../kit';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

type Settled = Answer<'adminPayoutsComplete'>;

interface Props {
  uuid: string;
  decision: 'complete' | 'fail';
  onClose: () => void;
  reload: () => void;
}

const factsOf = (payout: Settled): [string, preact.ComponentChildren][] => [
  [t('desk.becomes'), <Pill status={payout.status} />],
  ...(payout.status === 'failed'
    ? [
        [t('desk.returned'), money(payout.amount, payout.currency)] as [string, string],
        [t('desk.returned.fee'), money(payout.fee, payout.currency)] as [string, string],
      ]
    : [
        [
          t('desk.gets'),
          money(
            payout.payout_amount ?? payout.amount,
            payout.payout_amount === null ? payout.currency : payout.payout_currency,
          ),
        ] as [string, string],
      ]),
  [t('desk.stage'), label('desk.stage', payout.stage)],
];

/** Ends a withdrawal by hand: it was delivered, or it was not. */
export function PayoutDialog({ uuid, decision, ...rest }: Props) {
  if (decision === 'complete') {
    return (
      <PreviewedDecision<Settled>
        {...rest}
        title={t('desk.payout.complete')}
        text={t('desk.payout.complete.text')}
        submit={t('desk.payout.complete')}
        done={t('desk.payout.completed')}
        action="admin.php:payouts/complete"
        body={({ reference, note }) => ({ uuid, reference, note })}
        needs={() => ['reference']}
        facts={factsOf}
      >
        <TextField name="reference" label={t('desk.payout.reference')} maxLength={100} isFocused />
        <AreaField name="note" label={t('desk.note')} hint={t('desk.audited')} maxLength={500} />
      </PreviewedDecision>
    );
  }
  return (
    <PreviewedDecision<Settled>
      {...rest}
      title={t('desk.payout.fail')}
      text={t('desk.payout.fail.text')}
      submit={t('desk.payout.fail')}
      isDangerous
      done={t('desk.payout.failed')}
      action="admin.php:payouts/fail"
      body={({ reason, not_delivered: isSure }) => ({ uuid, reason, ...(isSure && { not_delivered: true }) })}
      facts={factsOf}
    >
      <AreaField name="reason" label={t('reason')} hint={t('desk.payout.fail.hint')} maxLength={200} />
      <CheckField name="not_delivered" label={t('desk.payout.undelivered')} />
    </PreviewedDecision>
  );
}
