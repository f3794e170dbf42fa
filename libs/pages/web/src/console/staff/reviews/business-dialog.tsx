import type { ActionName } from '../../actions';
import { AreaField, CheckField, t, TextField, type TextName, type Values } from '../../kit';
import { DecisionDialog } from '../decision';
import { ReasonField } from '../reason-field';

const ACTIONS = {
  approve: 'admin.php:kyb/approve',
  reject: 'admin.php:kyb/reject',
  revoke: 'admin.php:kyb/revoke',
  reopen: 'admin.php:kyb/reopen',
} as const satisfies Record<string, ActionName>;

export type BusinessDecision = keyof typeof ACTIONS;

const REASONS: readonly TextName[] = [
  'reviews.business.number',
  'reviews.business.certificate',
  'reviews.business.name',
  'reviews.business.address',
  'reviews.business.trade',
];

interface Props {
  decision: BusinessDecision;
  userId: string;
  /** The submission that the reader has read: a later one is not decided unread. */
  submissionId: string | undefined;
  onClose: () => void;
  reload: () => void;
  onDone?: () => void;
}

/** Approves or rejects a business, ends its approval, or lets it submit its details again. */
export function BusinessDialog({ decision, userId, submissionId, ...rest }: Props) {
  const isOfSubmission = decision === 'approve' || decision === 'reject';
  const body = (values: Values) => ({
    user_id: userId,
    ...(isOfSubmission && { submission_id: submissionId }),
    ...('reason' in values && { reason: values.reason }),
    ...(values.staff_note && { staff_note: values.staff_note }),
    ...(values.final && { final: true }),
  });
  return (
    <DecisionDialog
      {...rest}
      title={t(`reviews.${decision}`)}
      text={t(`reviews.business.${decision}.text`)}
      submit={t(`reviews.${decision}`)}
      isDangerous={decision === 'reject' || decision === 'revoke'}
      action={ACTIONS[decision]}
      body={body}
      done={t(`reviews.${decision}.done`)}
    >
      {(decision === 'reject' || decision === 'revoke') && (
        <ReasonField of={REASONS} hint={t('reviews.reason.hint')} />
      )}
      {decision === 'reject' && (
        <>
          <AreaField name="staff_note" label={t('reviews.note')} isOptional rows={2} />
          <CheckField name="final" label={t('reviews.final')} hint={t('reviews.business.final')} />
        </>
      )}
      {decision === 'reopen' && <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />}
    </DecisionDialog>
  );
}
