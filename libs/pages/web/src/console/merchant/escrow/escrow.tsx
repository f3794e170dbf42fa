import {
  can,
  Card,
  Columns,
  Facts,
  Fault,
  Head,
  Id,
  Link,
  money,
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
import { AnswerDialog, DisputeDialog } from './dispute-dialogs';
import { DisputeCard } from './dispute-card';
import { CancelDialog, ReleaseDialog } from './escrow-dialogs';
import { type Escrow, ESCROWS, isToAnswer, nameOf } from './escrow-parts';
import { Situation } from './situation';

type Decision = 'release' | 'cancel' | 'dispute' | 'answer';
type Explanation = Answer<'transactionsExplain'>;

const DIALOGS = {
  release: ReleaseDialog,
  cancel: CancelDialog,
  dispute: DisputeDialog,
  answer: AnswerDialog,
};

/** One escrow: what it waits for, its parties, what happened, and what the reader can decide. */
export default function EscrowScreen() {
  const { id = '' } = useRoute().params;
  const { data: escrow, fault, reload: reloadEscrow } = useRead<Escrow>('escrow', { uuid: id });
  const story = useRead<Explanation>('explain', { id });
  const [open, setOpen] = useState<Decision | null>(null);
  const crumb = { path: ESCROWS, name: t('menu.escrow') };
  const reload = () => {
    reloadEscrow();
    story.reload();
  };
  if (!escrow) {
    return <Pending title={t('escrow.one')} crumb={crumb} fault={fault} again={reload} />;
  }
  const OpenDialog = open && DIALOGS[open];
  return (
    <>
      <Head
        crumb={crumb}
        title={money(escrow.amount, escrow.currency)}
        beside={<Pill status={escrow.status} />}
        under={escrow.description}
        actions={<Actions escrow={escrow} open={setOpen} />}
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation
        escrow={escrow}
        action={
          isToAnswer(escrow) &&
          can('answerDispute') && (
            <button type="button" class="button primary" onClick={() => setOpen('answer')}>
              {t('escrow.answer')}
            </button>
          )
        }
      />
      <Columns
        main={
          <>
            {escrow.dispute && <DisputeCard escrow={escrow} dispute={escrow.dispute} />}
            <Card title={t('trail.title')}>
              <Story reading={story} action="explain" fields={{ id }} />
            </Card>
          </>
        }
        side={<Sides escrow={escrow} />}
      />
      {OpenDialog && <OpenDialog escrow={escrow} onClose={() => setOpen(null)} onDone={reload} />}
    </>
  );
}

/** Each party can give the money to the other one, or raise a dispute. */
function Actions({ escrow, open }: { escrow: Escrow; open: (decision: Decision) => void }) {
  if (escrow.status !== 'funded') return null;
  const isPayer = escrow.role === 'initiator';
  return (
    <>
      {can('disputeEscrow') && (
        <button type="button" class="button" onClick={() => open('dispute')}>
          {t('escrow.dispute')}
        </button>
      )}
      {isPayer && can('releaseEscrow') && (
        <button type="button" class="button primary" onClick={() => open('release')}>
          {t('escrow.release')}
        </button>
      )}
      {!isPayer && can('cancelEscrow') && (
        <button type="button" class="button primary" onClick={() => open('cancel')}>
          {t('escrow.cancel')}
        </button>
      )}
    </>
  );
}

function Sides({ escrow }: { escrow: Escrow }) {
  const { currency, deadline_at: deadline, checkout_session_id: session } = escrow;
  const isPayee = escrow.role === 'beneficiary';
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            [t('amount'), money(escrow.amount, currency)],
            [t('escrow.fee'), money(escrow.fee, currency)],
            escrow.condition !== null && [t('escrow.condition'), escrow.condition],
            deadline !== null && [t('escrow.deadline'), <Time at={deadline} />],
            [t('created'), <Time at={escrow.created_at} />],
            escrow.released_at !== null && [t('status.released'), <Time at={escrow.released_at} />],
            escrow.refunded_at !== null && [t('status.refunded'), <Time at={escrow.refunded_at} />],
          ]}
        />
      </Card>
      <Card title={t('escrow.parties')}>
        <Facts
          of={[
            [t('escrow.payer'), <PartyOf party={escrow.initiator} isReader={!isPayee} />],
            [t('escrow.payee'), <PartyOf party={escrow.beneficiary} isReader={isPayee} />],
          ]}
        />
      </Card>
      <Card title={t('ids')}>
        <p>
          <Id id={escrow.uuid} />
        </p>
        {session !== null && (
          <p>
            <Id id={session} name={t('escrow.payment')} />
          </p>
        )}
        {session !== null && isPayee && can('payments') && (
          <Link path={`/dashboard/payments/${session}`} class="small">
            {t('escrow.payment.open')}
          </Link>
        )}
      </Card>
    </>
  );
}

function PartyOf({ party, isReader }: { party: Escrow['initiator']; isReader: boolean }) {
  const tag = party.usertag !== null && `@${party.usertag.replace(/^@/, '')}`;
  const mail = 'email' in party && party.name !== null && party.email;
  return (
    <>
      {nameOf(party)} {isReader && <span class="soft">({t('escrow.you')})</span>}
      {(tag || mail) && (
        <>
          <br />
          <span class="soft">{tag || mail}</span>
        </>
      )}
    </>
  );
}
