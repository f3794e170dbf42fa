import type { ActionName } from '../../actions';
import { AreaField, CheckField, label, t, TextField, type TextName, type Values } from '../../kit';
import { DecisionDialog } from '../decision';
import { ReasonField } from '../reason-field';
import type { Review } from './review';

const ACTIONS = {
  approve: 'admin.php:kyc/approve',
  reject: 'admin.php:kyc/reject',
  revoke: 'admin.php:kyc/revoke',
  reopen: 'admin.php:kyc/reopen',
} as const satisfies Record<string, ActionName>;

export type DocumentDecision = keyof typeof ACTIONS;

const REASONS: readonly TextName[] = [
  'reviews.reason.unreadable',
  'reviews.reason.cropped',
  'reviews.reason.expired',
  'reviews.reason.name',
  'reviews.reason.face',
  'reviews.reason.type',
  'reviews.reason.old',
];

const NUMBERED = ['passport', 'national_id', 'drivers_license'];

interface Props {
  decision: DocumentDecision;
  review: Review;
  onClose: () => void;
  reload: () => void;
  onDone?: () => void;
}

/** Approves or rejects a document, ends its approval, or allows another upload. */
export function IdentityDialog({ decision, review, ...rest }: Props) {
  const { doc_type: type } = review;
  const body = (values: Values) => ({
    document_id: review.document_id,
    ...(values.document_number && { document_number: values.document_number }),
    ...(values.expires_on && { expires_on: values.expires_on }),
    ...('reason' in values && { reason: values.reason }),
    ...(values.staff_note && { staff_note: values.staff_note }),
    ...(values.final && { final: true }),
  });
  return (
    <DecisionDialog
      {...rest}
      title={`${t(`reviews.${decision}`)}: ${label('document', type)}`}
      text={decision === 'approve' ? t('reviews.compare') : t(`reviews.${decision}.text`)}
      submit={t(`reviews.${decision}`)}
      isDangerous={decision === 'reject' || decision === 'revoke'}
      action={ACTIONS[decision]}
      body={body}
      done={t(`reviews.${decision}.done`)}
    >
      {decision === 'approve' && type !== 'selfie' && (
        <>
          {NUMBERED.includes(type) && (
            <TextField name="document_number" label={t('reviews.number')} isOptional maxLength={50} />
          )}
          <TextField name="expires_on" label={t('reviews.expires')} type="date" isOptional />
        </>
      )}
      {decision === 'reject' && (
        <>
          <ReasonField of={REASONS} hint={t('reviews.reason.hint')} />
          <AreaField name="staff_note" label={t('reviews.note')} isOptional rows={2} />
          <CheckField name="final" label={t('reviews.final')} hint={t('reviews.final.hint')} />
        </>
      )}
      {decision === 'revoke' && (
        <>
          <ReasonField of={REASONS} hint={t('reviews.reason.hint')} />
          <AreaField name="staff_note" label={t('reviews.note')} isOptional rows={2} />
        </>
      )}
      {decision === 'reopen' && <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />}
    </DecisionDialog>
  );
}
