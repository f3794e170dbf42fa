import { AreaField, call, CheckField, FormDialog, money, PinField, t, toast } from '../../kit';
import type { Chargeback } from './chargeback-parts';
import { fileName } from './evidence';

interface Props {
  chargeback: Chargeback;
  onClose: () => void;
  onDone: () => void;
}

/** The bank decides, with this comment and these pictures. A dry run would need the PIN, so there is none. */
export function ContestDialog({ chargeback, onClose, onDone }: Props) {
  const { chargeback_id, files } = chargeback;
  return (
    <FormDialog
      title={t('chargebacks.contest')}
      text={t('chargebacks.contest.text')}
      submit={t('chargebacks.contest')}
      onClose={onClose}
      onSubmit={async ({ comment, pin, ...ticked }, key) => {
        const file_ids = files.map(({ file_id: id }) => id).filter((id) => ticked[id] === 'on');
        const body = {
          chargeback_id,
          decision: 'contest',
          ...(comment && { comment }),
          ...(file_ids.length > 0 && { file_ids }),
          ...(pin && { pin }),
        };
        await call('respondChargeback', { body, key });
        toast(t('chargebacks.contest.done'));
        onClose();
        onDone();
      }}
    >
      <AreaField
        name="comment"
        label={t('chargebacks.comment')}
        hint={t('chargebacks.comment.hint')}
        rows={5}
        maxLength={2000}
      />
      {files.length > 0 ? (
        <fieldset class="stack">
          <legend>{t('chargebacks.evidence')}</legend>
          {files.map((file, place) => (
            <CheckField key={file.file_id} name={file.file_id} label={fileName(file, place)} isOn />
          ))}
        </fieldset>
      ) : (
        <p class="soft">{t('chargebacks.contest.bare')}</p>
      )}
      <PinField />
    </FormDialog>
  );
}

/** The payer gets the money. */
export function AcceptDialog({ chargeback, onClose, onDone }: Props) {
  const { chargeback_id, claimed_amount: amount, claimed_currency: currency } = chargeback;
  return (
    <FormDialog
      title={t('chargebacks.accept')}
      text={t('chargebacks.accept.text', { amount: money(amount, currency) })}
      submit={t('chargebacks.accept')}
      isDangerous
      onClose={onClose}
      onSubmit={async ({ pin }, key) => {
        const body = { chargeback_id, decision: 'accept', ...(pin && { pin }) };
        await call('respondChargeback', { body, key });
        toast(t('chargebacks.accept.done'));
        onClose();
        onDone();
      }}
    >
      <PinField />
    </FormDialog>
  );
}
