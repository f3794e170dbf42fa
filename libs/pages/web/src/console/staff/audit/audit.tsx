import {
  can,
  ChoiceFilter,
  DateRange,
  download,
  Empty,
  faultOf,
  Filters,
  Head,
  List,
  type Page,
  Pager,
  SearchField,
  t,
  toast,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import { type AuditEntry, useAudit } from './audit-table';

const SECTIONS = [
  'approvals',
  'audit',
  'brands',
  'chargebacks',
  'escrow',
  'fx',
  'kyb',
  'kyc',
  'ledger',
  'payouts',
  'refunds',
  'subscriptions',
  'unapplied',
  'users',
] as const;

/** What staff did and read, the newest first: of all staff for compliance, of oneself for others. */
export default function Audit() {
  const { query } = useQuery();
  const { subject, entry_action, from, to, page } = query;
  const filters = { subject, entry_action, from, to };
  const reading = useRead<Page<AuditEntry>>('admin.php:audit/list', { ...filters, page, per_page: 25 });
  const { columns, dialog } = useAudit();
  return (
    <>
      <Head
        title={t('audit')}
        actions={can('admin.php:audit/export') && <ExportButton filters={filters} />}
      />
      <Filters>
        <SearchField field="subject" name={t('audit.search')} />
        <ChoiceFilter
          field="entry_action"
          name={t('audit.action')}
          of={[
            ['', t('audit.sections')],
            ...(entry_action && !SECTIONS.some((section) => section === entry_action)
              ? [[entry_action, entry_action] as [string, string]]
              : []),
            ...SECTIONS.map((section): [string, string] => [section, section]),
          ]}
        />
        <DateRange />
      </Filters>
      <List
        reading={reading}
        name={t('audit')}
        columns={columns}
        rows={({ data }) => data}
        id={({ id }) => id}
        after={(answer) => <Pager of={answer} />}
        empty={<Empty icon="search" title={t('list.nothing')} />}
      />
      {dialog}
    </>
  );
}

/** Saves the entries that match the filters, with their places in the hash chain. */
function ExportButton({ filters }: { filters: Record<string, string | undefined> }) {
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    download('admin.php:audit/export', filters, 'audit.csv')
      .catch((error: unknown) => toast(faultOf(error).message || t('fault.unknown')))
      .finally(() => setBusy(false));
  };
  return (
    <button type="button" class="button" aria-disabled={isBusy} onClick={() => isBusy || save()}>
      {isBusy ? t('busy') : t('export.csv')}
    </button>
  );
}
