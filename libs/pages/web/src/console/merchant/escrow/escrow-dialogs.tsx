import { call, Facts, FormDialog, money, Pill, PinField, plus, t, toast } from '../../kit';
import { useDryRun } from '../../use-dry-run';
import type { Answer } from '../../wire';
import { type Escrow, nameOf } from './escrow-parts';

export interface EscrowDialogProps {
  escrow: Escrow;
  onClose: () => void;
  onDone: () => void;
}

/** Gives the money to the payee. A dry run would need the PIN, whose wrong tries are counted, so there is none. */
export function ReleaseDialog({ escrow, onClose, onDone }: EscrowDialogProps) {
  const { uuid, amount, currency, beneficiary } = escrow;
  return (
    <FormDialog
      title={t('escrow.release')}
      text={t('escrow.release.text', { name: nameOf(beneficiary) })}
      submit={t('escrow.release')}
      isDangerous
      onClose={onClose}
      onSubmit={async ({ pin }, key) => {
        await call('releaseEscrow', { body: { uuid, ...(pin && { pin }) }, key });
        toast(t('escrow.release.done'));
        onClose();
        onDone();
      }}
    >
      <Facts of={[[t('escrow.gets', { name: nameOf(beneficiary) }), money(amount, currency)]]} />
      <PinField />
    </FormDialog>
  );
}

/** Gives the money and the fee back to the payer. */
export function CancelDialog({ escrow, onClose, onDone }: EscrowDialogProps) {
  const { uuid } = escrow;
  const { preview, fault } = useDryRun<Answer<'escrowCancel'>>('cancelEscrow', { uuid });
  return (
    <FormDialog
      title={t('escrow.cancel')}
      text={t('escrow.cancel.text', { name: nameOf(escrow.initiator) })}
      submit={t('escrow.cancel')}
      isDangerous
      onClose={onClose}
      onSubmit={async (_, key) => {
        await call('cancelEscrow', { body: { uuid }, key });
        toast(t('escrow.cancel.done'));
        onClose();
        onDone();
      }}
    >
      <div aria-live="polite" class="stack">
        {preview && (
          <Facts
            of={[
              [t('escrow.becomes'), <Pill status={preview.status} />],
              [
                t('escrow.gets', { name: nameOf(preview.initiator) }),
                money(plus(preview.amount, preview.fee), preview.currency),
              ],
              preview.new_locked_balance !== undefined && [
                t('escrow.locked'),
                money(preview.new_locked_balance, preview.currency),
              ],
            ]}
          />
        )}
        {fault && <p class="field-error">{fault.message}</p>}
      </div>
    </FormDialog>
  );
}
