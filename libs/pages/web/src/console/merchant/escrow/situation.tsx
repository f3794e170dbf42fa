import type { ComponentChildren } from 'preact';
import { due, moment, money, Notice, t } from '../../kit';
import { type Escrow, isToAnswer, nameOf, otherOf } from './escrow-parts';

interface Props {
  escrow: Escrow;
  action: ComponentChildren;
}

/** One sentence on what the escrow waits for, with its clock, or on how it ended. */
export function Situation({ escrow, action }: Props) {
  const { status, role, currency, overdue, deadline_at: deadline } = escrow;
  const name = nameOf(otherOf(escrow));
  const isPayer = role === 'initiator';
  if (status === 'funded') {
    const held = t(isPayer ? 'escrow.held.payer' : 'escrow.held.payee', { name });
    if (deadline === null) return <Notice kind="calm">{held}</Notice>;
    const values = { time: moment(deadline), distance: due(deadline) };
    return overdue ? (
      <Notice>
        {t('escrow.overdue', values)} {held}
      </Notice>
    ) : (
      <Notice kind="calm">
        {held} {t('escrow.until', values)}
      </Notice>
    );
  }
  if (status === 'disputed') return <Disputed escrow={escrow} action={action} />;
  if (status === 'resolved_split') {
    const share = (isPayer ? escrow.dispute?.initiator_amount : escrow.dispute?.beneficiary_amount) ?? 0;
    return <Notice kind="calm">{t('escrow.split', { amount: money(share, currency), name })}</Notice>;
  }
  const isMine = (status === 'released') !== isPayer;
  return (
    <Notice kind={isMine ? 'good' : 'calm'}>
      {isMine ? t('escrow.yours') : t('escrow.theirs', { name })}
    </Notice>
  );
}

/** Staff decide within a time; until then the other party can answer once. */
function Disputed({ escrow, action }: Props) {
  const { dispute } = escrow;
  if (dispute === null) return null;
  const name = nameOf(otherOf(escrow));
  const values = { name, time: moment(dispute.resolve_by), distance: due(dispute.resolve_by) };
  if (isToAnswer(escrow)) {
    return (
      <Notice kind="bad" action={action}>
        {t('escrow.disputed.answer', values)}
      </Notice>
    );
  }
  return (
    <Notice>
      {t(dispute.response === null ? 'escrow.disputed.waits' : 'escrow.disputed.heard', values)}
    </Notice>
  );
}
