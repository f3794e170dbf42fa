import {
  can,
  Card,
  Columns,
  Facts,
  Fault,
  Head,
  Id,
  label,
  Link,
  money,
  number,
  Pill,
  t,
  Time,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import { Story } from '../../parts/story';
import type { Answer } from '../../wire';
import { AcceptDialog, ContestDialog } from './answer-dialogs';
import { type Chargeback, CHARGEBACKS, isToAnswer } from './chargeback-parts';
import { EvidenceCard } from './evidence';
import { Situation } from './situation';

type Explanation = Answer<'transactionsExplain'>;

const DIALOGS = { contest: ContestDialog, accept: AcceptDialog };

/** One chargeback: until when to answer, what is held or owed, the evidence and the outcome. */
export default function ChargebackScreen() {
  const { id = '' } = useRoute().params;
  const {
    data,
    fault,
    reload: reloadChargeback,
  } = useRead<Answer<'businessChargebacksDetail'>>('chargeback', { chargeback_id: id });
  const story = useRead<Explanation>('explain', { id });
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const crumb = { path: CHARGEBACKS, name: t('menu.chargebacks') };
  const reload = () => {
    reloadChargeback();
    story.reload();
  };
  if (!data) {
    return <Pending title={t('chargebacks.one')} crumb={crumb} fault={fault} again={reload} />;
  }
  const { chargeback } = data;
  const OpenDialog = open && DIALOGS[open];
  return (
    <>
      <Head
        crumb={crumb}
        title={money(chargeback.claimed_amount, chargeback.claimed_currency)}
        beside={<Pill status={chargeback.status} />}
        under={chargeback.reason}
        actions={
          isToAnswer(chargeback) &&
          can('respondChargeback') && (
            <>
              <button type="button" class="button" onClick={() => setOpen('accept')}>
                {t('chargebacks.accept')}
              </button>
              <button type="button" class="button primary" onClick={() => setOpen('contest')}>
                {t('chargebacks.contest')}
              </button>
            </>
          )
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation chargeback={chargeback} />
      <Columns
        main={
          <>
            <EvidenceCard chargeback={chargeback} reload={reload} />
            <Card title={t('trail.title')}>
              <Story reading={story} action="explain" fields={{ id }} />
            </Card>
          </>
        }
        side={<Sides chargeback={chargeback} />}
      />
      {OpenDialog && <OpenDialog chargeback={chargeback} onClose={() => setOpen(null)} onDone={reload} />}
    </>
  );
}

function Sides({ chargeback }: { chargeback: Chargeback }) {
  const { currency, debited_amount: debited, owed_amount: owed, session_id: session } = chargeback;
  const { respond_by: respondBy, responded_at: responded, ended_at: ended, decision } = chargeback;
  const ids = [chargeback.chargeback_id, session, chargeback.invoice_id, chargeback.deposit_ref];
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('chargebacks.claimed'), money(chargeback.claimed_amount, chargeback.claimed_currency)],
            [t('chargebacks.share'), money(chargeback.amount, currency)],
            [t('chargebacks.debited'), money(debited, currency)],
            owed > 0 && [t('chargebacks.owed'), money(owed, currency)],
            chargeback.stage > 1 && [t('chargebacks.stage'), number(chargeback.stage)],
            [t('chargebacks.opened'), <Time at={chargeback.opened_at} />],
            respondBy !== null && [t('chargebacks.respond_by'), <Time at={respondBy} />],
            decision !== null && [t('chargebacks.decision'), label('chargebacks.decision', decision)],
            responded !== null && [t('chargebacks.responded'), <Time at={responded} />],
            ended !== null && [t('chargebacks.ended'), <Time at={ended} />],
          ]}
        />
      </Card>
      <Card title={t('ids')}>
        {ids
          .filter((id) => id !== null)
          .map((id) => (
            <p key={id}>
              <Id id={id} />
            </p>
          ))}
        {session !== null && can('payments') && (
          <Link path={`/dashboard/payments/${session}`} class="small">
            {t('chargebacks.payment')}
          </Link>
        )}
      </Card>
    </>
  );
}
