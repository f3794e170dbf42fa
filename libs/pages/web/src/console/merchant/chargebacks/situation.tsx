import { can, due, moment, Link, minus, money, Notice, t } from '../../kit';
import { type Chargeback, isOpen, isToAnswer } from './chargeback-parts';

/** What the chargeback waits for or how it ended, then what of the money is held or owed. */
export function Situation({ chargeback }: { chargeback: Chargeback }) {
  return (
    <>
      <State chargeback={chargeback} />
      <Held chargeback={chargeback} />
    </>
  );
}

function State({ chargeback }: { chargeback: Chargeback }) {
  const { status, respond_by: by, decision, stage, escrow_uuid: escrow } = chargeback;
  if (status === 'contested') return <Notice kind="calm">{t('chargebacks.contested')}</Notice>;
  if (status === 'accepted') return <Notice kind="calm">{t('chargebacks.accepted')}</Notice>;
  if (status === 'won') {
    return <Notice kind="good">{t(escrow === null ? 'chargebacks.won' : 'chargebacks.won.escrow')}</Notice>;
  }
  if (status === 'lost') {
    return (
      <Notice kind="bad">{t(decision === null ? 'chargebacks.lost.silent' : 'chargebacks.lost')}</Notice>
    );
  }
  const again = stage > 1 && `${t('chargebacks.again')} `;
  const values = { time: by === null ? '' : moment(by), distance: by === null ? '' : due(by) };
  if (!isToAnswer(chargeback)) return <Notice kind="bad">{t('chargebacks.late', values)}</Notice>;
  return (
    <Notice kind="bad">
      {again}
      {t(by === null ? 'chargebacks.answer' : 'chargebacks.answer.by', values)}
    </Notice>
  );
}

function Held({ chargeback }: { chargeback: Chargeback }) {
  const { debited_amount: debited, owed_amount: owed, currency, escrow_uuid: escrow } = chargeback;
  if (owed > 0) {
    const values = { owed: money(owed, currency), taken: money(minus(debited, owed), currency), currency };
    return <Notice>{t('chargebacks.owes', values)}</Notice>;
  }
  if (!isOpen(chargeback)) return null;
  if (escrow !== null) {
    return (
      <Notice
        kind="calm"
        action={
          can('escrow') && (
            <Link path={`/dashboard/escrow/${escrow}`} class="button">
              {t('chargebacks.escrow.open')}
            </Link>
          )
        }
      >
        {t('chargebacks.escrow')}
      </Notice>
    );
  }
  return debited > 0 ? (
    <Notice kind="calm">{t('chargebacks.held', { amount: money(debited, currency) })}</Notice>
  ) : null;
}
