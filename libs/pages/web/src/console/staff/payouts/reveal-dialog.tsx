import { AreaField, call, FormDialog, t } from '../../kit';
import type { Answer } from '../../wire';
import type { Revealed } from './revealed-account';

interface Props {
  uuid: string;
  onClose: () => void;
  onRevealed: (account: Revealed) => void;
}

/** Asks why the account is read, which the audit log keeps. */
export function RevealDialog({ uuid, onClose, onRevealed }: Props) {
  return (
    <FormDialog
      title={t('desk.reveal')}
      text={t('desk.reveal.text')}
      submit={t('desk.reveal')}
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        const answer = await call<Answer<'adminPayoutsReveal'>>('admin.php:payouts/reveal', {
          body: { uuid, reason },
        });
        onRevealed(answer.destination);
        onClose();
      }}
    >
      <AreaField name="reason" label={t('reason')} maxLength={500} />
    </FormDialog>
  );
}
