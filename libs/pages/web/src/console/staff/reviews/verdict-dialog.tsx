import { t, TextField, type TextName } from '../../kit';
import { DecisionDialog, type DecisionProps } from '../decision';
import { ReasonField } from '../reason-field';

/** What is being decided about a name that is reviewed. */
export interface Verdict<Review> {
  verdict: 'approve' | 'reject';
  of: Review;
}

interface Props extends Pick<DecisionProps, 'action' | 'body' | 'text' | 'onClose' | 'reload'> {
  verdict: Verdict<unknown>['verdict'];
  name: string;
  /** The usual reasons to reject it. */
  reasons: readonly TextName[];
}

/** Approves or rejects a name, with a reason. */
export function VerdictDialog({ verdict, name, reasons, ...decision }: Props) {
  return (
    <DecisionDialog
      {...decision}
      title={`${t(`reviews.${verdict}`)}: ${name}`}
      submit={t(`reviews.${verdict}`)}
      isDangerous={verdict === 'reject'}
      done={t(`reviews.${verdict}.done`)}
    >
      {verdict === 'approve' ? (
        <TextField name="reason" label={t('reason')} hint={t('reviews.audited')} />
      ) : (
        <ReasonField of={reasons} hint={t('reviews.reason.hint')} />
      )}
    </DecisionDialog>
  );
}
