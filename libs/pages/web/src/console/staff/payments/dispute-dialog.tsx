import {
  AreaField,
  can,
  Dialog,
  Facts,
  fullMoment,
  Id,
  label,
  money,
  Pill,
  SelectField,
  t,
  TextField,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';
import { sideName } from './side-name';

type Disputed = Row<'adminEscrowDisputes'>;
type Dispute = NonNullable<Disputed['dispute']>;

const RESOLUTIONS = ['release', 'refund', 'split'] as const;
const isSplit = ({ resolution }: Record<string, string>) => resolution === 'split';

interface Props {
  escrow: Disputed;
  onClose: () => void;
  reload: () => void;
}

/** What both sides say, and who gets what. */
export function DisputeDialog({ escrow, onClose, reload }: Props) {
  const { dispute, amount, currency } = escrow;
  if (!dispute) return null;
  const title = t('desk.dispute.title', { amount: money(amount, currency) });
  if (dispute.resolution !== null || !can('admin.php:escrow/resolve')) {
    return (
      <Dialog title={title} isWide onClose={onClose}>
        <Sides escrow={escrow} dispute={dispute} />
      </Dialog>
    );
  }
  return (
    <PreviewedDecision<Answer<'adminEscrowResolve'>>
      title={title}
      isWide
      submit={t('desk.resolve')}
      done={t('desk.resolved')}
      action="admin.php:escrow/resolve"
      first={{ resolution: 'release' }}
      needs={(values) => (isSplit(values) ? ['beneficiary_amount'] : [])}
      body={({ resolution, beneficiary_amount: share, note }) => ({
        dispute_uuid: dispute.dispute_uuid,
        resolution,
        ...(resolution === 'split' && { beneficiary_amount: share }),
        note,
      })}
      facts={(resolved) => [
        [t('desk.becomes'), <Pill status={resolved.status} />],
        [
          t('desk.dispute.gets', { name: sideName(escrow.beneficiary) }),
          money(resolved.dispute?.beneficiary_amount ?? 0, currency),
        ],
        [
          t('desk.dispute.gets', { name: sideName(escrow.initiator) }),
          money(resolved.returned_amount, resolved.returned_currency),
        ],
      ]}
      onClose={onClose}
      reload={reload}
    >
      {(values) => (
        <>
          <Sides escrow={escrow} dispute={dispute} />
          <SelectField
            name="resolution"
            label={t('desk.decision')}
            value="release"
            of={RESOLUTIONS.map((of) => [of, t(`desk.dispute.${of}`)])}
          />
          {isSplit(values) && (
            <TextField
              name="beneficiary_amount"
              label={t('desk.dispute.share', { name: sideName(escrow.beneficiary), currency })}
              inputmode="decimal"
            />
          )}
          <AreaField name="note" label={t('desk.note')} hint={t('desk.dispute.note')} maxLength={1000} />
        </>
      )}
    </PreviewedDecision>
  );
}

/** The words of each side, and the clock. */
function Sides({ escrow, dispute }: { escrow: Disputed; dispute: Dispute }) {
  const { initiator, beneficiary } = escrow;
  const raiser = dispute.raised_by === 'initiator' ? initiator : beneficiary;
  const other = dispute.raised_by === 'initiator' ? beneficiary : initiator;
  return (
    <Facts
      of={[
        [t('desk.dispute.buyer'), sideName(initiator)],
        [t('desk.dispute.seller'), sideName(beneficiary)],
        [t('desk.fee'), money(escrow.fee, escrow.currency)],
        escrow.description !== null && [t('desk.dispute.about'), escrow.description],
        escrow.condition !== null && [t('desk.dispute.condition'), escrow.condition],
        [t('desk.dispute.says', { name: sideName(raiser) }), dispute.reason],
        dispute.evidence !== null && [t('desk.dispute.evidence'), dispute.evidence],
        [t('desk.dispute.says', { name: sideName(other) }), dispute.response ?? t('desk.dispute.silent')],
        dispute.resolution === null && [t('desk.due'), fullMoment(dispute.resolve_by)],
        dispute.resolution !== null && [t('desk.decision'), label('desk.dispute', dispute.resolution)],
        dispute.resolution_note !== null && [t('desk.note'), dispute.resolution_note],
        ['ID', <Id id={escrow.uuid} />],
      ]}
    />
  );
}
