import {
  AreaField,
  call,
  can,
  Card,
  Columns,
  Facts,
  Fault,
  FormDialog,
  Head,
  Id,
  label,
  Link,
  money,
  Notice,
  Pill,
  t,
  Tabs,
  Time,
  toast,
  useQuery,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import { Story, whyOf } from '../../parts/story';
import type { Answer } from '../../wire';

type Explanation = Answer<'adminExplainTimeline'>;
type StoryObject = Explanation['object'];

/** One object for staff: what happened to it, whose it is and what belongs to it. */
export default function StaffStory() {
  const { id = '' } = useRoute().params;
  const { as } = useQuery().query;
  const fields = { id: decodeURIComponent(id), as };
  const reading = useRead<Explanation>('staffStory', fields);
  const [isNoting, setNoting] = useState(false);
  const { data, fault, reload } = reading;
  const crumb = { path: '/admin/find', name: t('trail.find') };
  if (!data) {
    return <Pending title={t('trail.title')} crumb={crumb} fault={fault} again={reload} />;
  }
  const { object, people, owner_id: ownerId } = data;
  const kind = label('trail.type', object.type);
  return (
    <>
      <Head
        crumb={crumb}
        title={[kind, amountOf(object) ?? object.title].filter(Boolean).join(' · ')}
        beside={<Pill status={object.status} />}
        under={[amountOf(object) && object.title, ownerId && people[ownerId]].filter(Boolean).join(' · ')}
        actions={
          can('addNote') && (
            <button type="button" class="button primary" onClick={() => setNoting(true)}>
              {t('trail.note')}
            </button>
          )
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      <Situation of={data} />
      <Tabs
        name={t('trail.view')}
        field="as"
        of={[
          ['', t('trail.view.all')],
          ['owner', t('trail.view.owner')],
        ]}
      />
      <Columns
        main={
          <Card title={t('trail.title')}>
            <Story reading={reading} action="staffStory" fields={fields} people={people} />
          </Card>
        }
        side={<Sides of={data} />}
      />
      {isNoting && (
        <FormDialog
          title={t('trail.note.title')}
          submit={t('trail.note')}
          onClose={() => setNoting(false)}
          onSubmit={async ({ text }, key) => {
            await call('addNote', { body: { object_id: object.id, text }, key });
            toast(t('trail.note.added'));
            setNoting(false);
            reload();
          }}
        >
          <AreaField name="text" label={t('trail.note.text')} hint={t('trail.note.hint')} maxLength={2000} />
        </FormDialog>
      )}
    </>
  );
}

const amountOf = ({ amount, currency }: StoryObject): string | null =>
  amount === null || currency === null ? null : money(amount, currency);

function Situation({ of: { summary } }: { of: Explanation }) {
  if (summary.key === 'session.declined')
    return <Notice kind="bad">{t('trail.declined', { why: whyOf(summary.params) })}</Notice>;
  return summary.key === 'webhook.failing' ? <Notice kind="bad">{t('trail.webhook')}</Notice> : null;
}

function Sides({ of: { object, owner_id: ownerId, people, related } }: { of: Explanation }) {
  return (
    <>
      <Card title={t('details')}>
        <Facts
          of={[
            ['ID', <Id id={object.id} />],
            [t('mode'), t(object.mode === 'test' ? 'mode.test' : 'mode.live')],
            ownerId !== null && [
              t('trail.owner'),
              <Link path={`/admin/find/${ownerId}`}>{people[ownerId] ?? ownerId}</Link>,
            ],
            ownerId !== null && [`${t('trail.owner')} (ID)`, <Id id={ownerId} />],
            [t('created'), <Time at={object.created_at} />],
          ]}
        />
      </Card>
      {related.length > 0 && (
        <Card title={t('trail.related')}>
          <Facts
            of={related.map((other) => [
              label('trail.type', other.type),
              <>
                <Link path={`/admin/find/${encodeURIComponent(other.id)}`} class="break">
                  {amountOf(other) ?? other.title ?? other.id}
                </Link>{' '}
                <Pill status={other.status} />
              </>,
            ])}
          />
        </Card>
      )}
    </>
  );
}
