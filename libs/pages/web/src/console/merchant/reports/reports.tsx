import {
  can,
  ChoiceFilter,
  Fault,
  Filters,
  Head,
  Loading,
  Notice,
  t,
  Tabs,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { Breakdown } from './breakdown';
import { Figures } from './figures';
import { Flows } from './flows';
import { type Period, periodOf } from './period';
import { ShareDialog } from './share-dialog';
import { Senders } from './senders';

type Overview = Answer<'analyticsOverview'>;

/** What came in and went out of a wallet in a period. */
export default function Reports() {
  const { query } = useQuery();
  const [isSharing, setSharing] = useState(false);
  const period = periodOf(query);
  return (
    <>
      <Head
        title={t('menu.reports')}
        actions={
          period !== null &&
          can('shareReport') && (
            <button type="button" class="button primary" onClick={() => setSharing(true)}>
              {t('reports.share')}
            </button>
          )
        }
      />
      <Choices />
      {period === null ? <Notice kind="calm">{t('reports.dates')}</Notice> : <Report period={period} />}
      {isSharing && period !== null && <ShareDialog period={period} onClose={() => setSharing(false)} />}
    </>
  );
}

/** The period, and the wallet where there is more than one. */
function Choices() {
  const { query, set } = useQuery();
  const { data: wallets } = useRead<Row<'walletWallets'>[]>('wallets', can('wallets') ? {} : null);
  const isCustom = query.period === 'custom';
  const isWalletChoice = wallets !== null && wallets.length > 1;
  return (
    <>
      <Tabs
        name={t('range')}
        field="period"
        of={[
          ['7d', t('range.7')],
          ['', t('range.30')],
          ['90d', t('range.90')],
          ['custom', t('range.custom')],
        ]}
      />
      {(isCustom || isWalletChoice) && (
        <Filters>
          {isCustom &&
            (['from', 'to'] as const).map((field) => (
              <input
                key={field}
                type="date"
                aria-label={t(`range.${field}`)}
                value={query[field] ?? ''}
                onChange={(event) => set({ [field]: event.currentTarget.value || undefined })}
              />
            ))}
          {isWalletChoice && (
            <ChoiceFilter
              field="currency"
              name={t('reports.wallet')}
              of={[
                ['', t('reports.wallet.primary')],
                ...wallets
                  .filter(({ is_primary: primary }) => primary === 0)
                  .map(({ currency_code: code }): [string, string] => [code, code]),
              ]}
            />
          )}
        </Filters>
      )}
    </>
  );
}

function Report({ period }: { period: Period }) {
  const { data, fault, isBusy, reload } = useRead<Overview>('overview', { ...period });
  return (
    <>
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading lines={8} />}
      {data && (
        <div class="stack" aria-busy={isBusy}>
          <Figures of={data} />
          <Flows period={period} />
          <Breakdown period={period} />
          <Senders currency={period.currency} />
        </div>
      )}
    </>
  );
}
