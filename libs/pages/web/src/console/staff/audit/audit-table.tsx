import {
  Card,
  type Column,
  Dialog,
  Facts,
  Id,
  Link,
  List,
  Notice,
  type Page,
  t,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Row } from '../../wire';
import { Changes } from '../changes';

export type AuditEntry = Row<'adminAuditList'>;

const whoOf = ({ staff_id: id, staff_name: name }: AuditEntry) =>
  id === null ? t('audit.service') : (name ?? id.slice(0, 8));

const columns = (show: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    name: t('audit.action'),
    cell: (entry) => (
      <button type="button" class="plain" onClick={() => show(entry)}>
        {entry.action}
      </button>
    ),
    phone: 'lead',
  },
  { name: t('audit.who'), cell: whoOf, phone: 'side' },
  { name: t('reason'), cell: ({ reason }) => reason, isWide: true, phone: 'under' },
  { name: t('audit.object'), cell: ({ subject }) => subject && <code>{subject.slice(0, 13)}</code> },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

/** Entries with a dialog that shows what one of them changed. */
export function useAudit() {
  const [shown, setShown] = useState<AuditEntry | null>(null);
  return {
    columns: columns(setShown),
    dialog: shown && <EntryDialog entry={shown} onClose={() => setShown(null)} />,
  };
}

function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { before, after, subject } = entry;
  return (
    <Dialog title={entry.action} onClose={onClose} isWide>
      <div class="stack">
        {entry.reason && <Notice kind="calm">{entry.reason}</Notice>}
        <section>
          <h3>{t('audit.changes')}</h3>
          {before || after ? (
            <Changes before={before} after={after} />
          ) : (
            <p class="soft">{t('audit.changes.none')}</p>
          )}
        </section>
        <section>
          <h3>{t('details')}</h3>
          <Facts
            of={[
              [t('audit.who'), whoOf(entry)],
              [t('created'), <Time at={entry.created_at} />],
              subject !== null && [
                t('audit.object'),
                <>
                  <Id id={subject} name={t('audit.object')} />{' '}
                  <Link path="/admin/audit" query={{ subject }} class="small">
                    {t('audit.same')}
                  </Link>
                </>,
              ],
              [t('audit.address'), entry.address],
              [t('fault.request'), <Id id={entry.request_id} name={t('fault.request')} />],
              entry.position !== null && [t('audit.position'), String(entry.position)],
            ]}
          />
        </section>
      </div>
    </Dialog>
  );
}

/** The latest entries about one object. */
export function AuditCard({ subject }: { subject: string }) {
  const reading = useRead<Page<AuditEntry>>('admin.php:audit/list', { subject, per_page: 10 });
  const { columns: shown, dialog } = useAudit();
  return (
    <Card
      title={t('audit')}
      actions={
        <Link path="/admin/audit" query={{ subject }} class="small">
          {t('audit.all')}
        </Link>
      }
    >
      <List
        reading={reading}
        name={t('audit')}
        columns={shown}
        rows={({ data }) => data}
        id={({ id }) => id}
        empty={<p class="soft">{t('audit.none')}</p>}
      />
      {dialog}
    </Card>
  );
}
