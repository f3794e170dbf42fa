import { Card, Facts, Fault, faultOf, number, read, type Refusal, t, Time, useState } from '../../kit';
import type { Answer } from '../../wire';

type Report = Answer<'adminLedgerVerify'>;

/** Has the scheduler verify the ledger, and shows what it found. */
export function Verification() {
  const [report, setReport] = useState<Report | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnfinished = report !== null && report.finished_at === null;
  const verify = async () => {
    setBusy(true);
    setFault(null);
    try {
      setReport(
        await read<Report>('admin.php:ledger/verify', isUnfinished ? { id: report.verification_id } : {}),
      );
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      title={t('works.verification')}
      actions={
        <button
          type="button"
          class="button primary"
          aria-disabled={isBusy}
          onClick={() => void (isBusy || verify())}
        >
          {isBusy ? t('busy') : t(isUnfinished ? 'works.verify.look' : 'works.verify')}
        </button>
      }
    >
      <div class="stack" aria-live="polite">
        {fault && <Fault fault={fault} />}
        {report === null && !fault && <p class="soft">{t('works.verify.text')}</p>}
        {report && <Result of={report} />}
      </div>
    </Card>
  );
}

function Result({ of: report }: { of: Report }) {
  const { proved, finished_at: at, error, journals, legs, faults = [] } = report;
  if (at === null) return <p>{t('works.verify.running')}</p>;
  return (
    <>
      <p>{error ?? t(proved ? 'works.verify.proved' : 'works.verify.faulty')}</p>
      <Facts
        of={[
          [t('works.finished'), <Time at={at} />],
          journals !== undefined && [t('works.journals'), number(journals)],
          legs !== undefined && [t('works.legs'), number(legs)],
          ...faults.map(({ check, detail }): [string, string] => [check, detail]),
        ]}
      />
    </>
  );
}
