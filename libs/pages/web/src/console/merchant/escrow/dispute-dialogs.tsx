import { AreaField, call, Facts, FormDialog, Pill, t, TextField, Time, toast, useState } from '../../kit';
import { useDryRun } from '../../use-dry-run';
import type { Answer } from '../../wire';
import type { EscrowDialogProps } from './escrow-dialogs';
import { nameOf, otherOf } from './escrow-parts';

const MIN_LETTERS = 3;

/** Asks staff to decide: from then on no party can move the money. */
export function DisputeDialog({ escrow, onClose, onDone }: EscrowDialogProps) {
  const [body, setBody] = useState<object | null>(null);
  const bodyOf = ({ reason = '', evidence }: Record<string, string>) => ({
    uuid: escrow.uuid,
    reason,
    ...(evidence && { evidence }),
  });
  return (
    <FormDialog
      title={t('escrow.dispute')}
      text={t('escrow.dispute.text', { name: nameOf(otherOf(escrow)) })}
      submit={t('escrow.dispute')}
      onClose={onClose}
      onInput={(values) => setBody((values.reason ?? '').trim().length < MIN_LETTERS ? null : bodyOf(values))}
      onSubmit={async (values, key) => {
        await call('disputeEscrow', { body: bodyOf(values), key });
        toast(t('escrow.dispute.done'));
        onClose();
        onDone();
      }}
    >
      <AreaField name="reason" label={t('escrow.reason')} hint={t('escrow.reason.hint')} maxLength={500} />
      <TextField
        name="evidence"
        label={t('escrow.evidence')}
        hint={t('escrow.evidence.hint')}
        isOptional
        maxLength={2048}
      />
      <Preview action="disputeEscrow" body={body} />
    </FormDialog>
  );
}

/** Answers the dispute of the other party, once. */
export function AnswerDialog({ escrow, onClose, onDone }: EscrowDialogProps) {
  const [body, setBody] = useState<object | null>(null);
  const { dispute } = escrow;
  if (dispute === null) return null;
  const bodyOf = ({ response = '' }: Record<string, string>) => ({
    dispute_uuid: dispute.dispute_uuid,
    response,
  });
  return (
    <FormDialog
      title={t('escrow.answer')}
      text={t('escrow.answer.text')}
      submit={t('escrow.answer.send')}
      onClose={onClose}
      onInput={(values) =>
        setBody((values.response ?? '').trim().length < MIN_LETTERS ? null : bodyOf(values))
      }
      onSubmit={async (values, key) => {
        await call('answerDispute', { body: bodyOf(values), key });
        toast(t('escrow.answer.done'));
        onClose();
        onDone();
      }}
    >
      <p class="soft lined break">
        {t('escrow.says', { name: nameOf(otherOf(escrow)) })} {dispute.reason}
      </p>
      <AreaField
        name="response"
        label={t('escrow.response')}
        hint={t('escrow.response.hint')}
        rows={5}
        maxLength={500}
      />
      <Preview action="answerDispute" body={body} />
    </FormDialog>
  );
}

/** What the dispute becomes, by the server's own dry run. */
function Preview({ action, body }: { action: 'disputeEscrow' | 'answerDispute'; body: object | null }) {
  const { preview, fault } = useDryRun<Answer<'escrowDispute'>>(action, body);
  const dispute = preview?.dispute;
  return (
    <div aria-live="polite" class="stack">
      {dispute && (
        <Facts
          of={[
            [t('escrow.dispute.title'), <Pill status={dispute.status} />],
            [t('escrow.resolve_by'), <Time at={dispute.resolve_by} />],
          ]}
        />
      )}
      {fault && <p class="field-error">{fault.message}</p>}
    </div>
  );
}
