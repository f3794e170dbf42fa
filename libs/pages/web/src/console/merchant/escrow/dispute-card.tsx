import { Card, Facts, label, money, OutsideLink, Pill, t, Time } from '../../kit';
import { type Dispute, type Escrow, nameOf } from './escrow-parts';

/** What each party says, and what staff have decided. */
export function DisputeCard({ escrow, dispute }: { escrow: Escrow; dispute: Dispute }) {
  const { initiator, beneficiary, currency } = escrow;
  const isByPayer = dispute.raised_by === 'initiator';
  const raiser = nameOf(isByPayer ? initiator : beneficiary);
  const other = nameOf(isByPayer ? beneficiary : initiator);
  const { resolution, beneficiary_amount: payee, initiator_amount: payer } = dispute;
  return (
    <Card title={t('escrow.dispute.title')} actions={<Pill status={dispute.status} />}>
      <div class="stack">
        <Words of={raiser} text={dispute.reason} />
        {dispute.evidence !== null && (
          <p class="break">
            <span class="soft">{t('escrow.evidence')}:</span> <OutsideLink url={dispute.evidence} />
          </p>
        )}
        <Words of={other} text={dispute.response ?? t('escrow.silent')} isSoft={dispute.response === null} />
        {dispute.resolution_note !== null && <Words of={t('escrow.staff')} text={dispute.resolution_note} />}
        <Facts
          of={[
            [t('escrow.raised'), <Time at={dispute.raised_at} />],
            dispute.resolved_at === null && [t('escrow.resolve_by'), <Time at={dispute.resolve_by} />],
            dispute.resolved_at !== null && [t('escrow.resolved'), <Time at={dispute.resolved_at} />],
            resolution !== null && [t('escrow.decision'), label('escrow.resolution', resolution)],
            payee !== null && [t('escrow.gets', { name: nameOf(beneficiary) }), money(payee, currency)],
            payer !== null && [t('escrow.gets', { name: nameOf(initiator) }), money(payer, currency)],
          ]}
        />
      </div>
    </Card>
  );
}

function Words({ of: name, text, isSoft = false }: { of: string; text: string; isSoft?: boolean }) {
  return (
    <div>
      <p class="small soft">{t('escrow.says', { name })}</p>
      <p class={isSoft ? 'soft' : 'lined break'}>{text}</p>
    </div>
  );
}
