import {
  call,
  can,
  Card,
  type Column,
  Dialog,
  Empty,
  Facts,
  Fault,
  faultOf,
  FormDialog,
  Head,
  Id,
  List,
  Loading,
  me,
  mode,
  Pill,
  t,
  TextField,
  Time,
  toast,
  useQuery,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { Sections } from './sections';

type Feed = Answer<'businessEventsList'>;
type Event = Feed['data'][number];
const LIMIT = 50;

const columns = (open: (event: Event) => void): Column<Event>[] => [
  { name: t('developers.number'), cell: ({ sequence }) => sequence, isNumber: true },
  {
    name: t('developers.event'),
    cell: (event) => (
      <button type="button" class="plain" onClick={() => open(event)}>
        {event.event}
      </button>
    ),
    phone: 'lead',
  },
  {
    name: t('developers.object'),
    cell: ({ object_id: id }) => id && <code>{id}</code>,
    isWide: true,
    phone: 'under',
  },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

/** The numbered events of an app, in their order. */
export default function Events() {
  const { query, set } = useQuery();
  const apps = me.value!.modes[mode.value];
  const isTest = mode.value === 'test';
  const app = apps.find(({ app_id: id }) => id === query.app)?.app_id ?? apps[0]?.app_id;
  const ofApp = isTest ? {} : { app_id: app };
  const reading = useRead<Feed>(
    'events',
    app === undefined ? null : { ...ofApp, after: query.after, limit: LIMIT },
  );
  const [opened, setOpened] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Head
        title={t('developers')}
        actions={
          can('triggerEvent') && (
            <button type="button" class="button primary" onClick={() => setOpen(true)}>
              {t('developers.trigger')}
            </button>
          )
        }
      />
      <Sections />
      {!isTest && apps.length > 1 && (
        <select
          aria-label={t('developers.app')}
          value={app}
          onChange={(event) => set({ app: event.currentTarget.value, after: undefined })}
        >
          {apps.map(({ app_id: id, app_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {app === undefined ? (
        <Empty icon="developers" title={t('developers.none')} text={t('developers.none.text')} />
      ) : (
        <List
          reading={reading}
          name={t('developers.events')}
          columns={columns(({ id }) => setOpened(id))}
          rows={(feed) => feed.data}
          id={({ id }) => id}
          empty={<Empty title={t('developers.events.none')} text={t('developers.events.none.text')} />}
          after={(feed) => (
            <div class="row">
              {query.after && (
                <button type="button" class="button" onClick={() => set({ after: undefined })}>
                  {t('developers.first')}
                </button>
              )}
              {feed.has_more && (
                <button type="button" class="button" onClick={() => set({ after: String(feed.next_after) })}>
                  {t('pager.next')}
                </button>
              )}
            </div>
          )}
        />
      )}
      {opened !== null && <EventDialog id={opened} ofApp={ofApp} onClose={() => setOpened(null)} />}
      {isOpen && (
        <FormDialog
          title={t('developers.trigger')}
          text={t('developers.trigger.text')}
          submit={t('developers.trigger')}
          onClose={() => setOpen(false)}
          onSubmit={async ({ type }, key) => {
            await call('triggerEvent', { body: { type }, key });
            toast(t('developers.triggered'));
            setOpen(false);
            reading.reload();
          }}
        >
          <TextField name="type" label={t('developers.event')} value="payment.success" isFocused />
        </FormDialog>
      )}
    </>
  );
}

interface EventDialogProps {
  id: string;
  ofApp: { app_id?: string };
  onClose: () => void;
}

function EventDialog({ id, ofApp, onClose }: EventDialogProps) {
  const { data, fault, reload } = useRead<Answer<'businessEventsDetail'>>('event', { ...ofApp, id });
  const [isBusy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await call('resendEvent', { body: { ...ofApp, id } });
      toast(t('developers.resent'));
    } catch (error) {
      toast(faultOf(error).message);
    } finally {
      setBusy(false);
      reload();
    }
  };
  return (
    <Dialog title={data?.event ?? t('developers.event')} onClose={onClose} isWide>
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading />}
      {data && (
        <div class="stack">
          <Facts
            of={[
              [t('developers.number'), data.sequence],
              data.object_id !== null && [t('developers.object'), <Id id={data.object_id} />],
              ['ID', <Id id={data.id} />],
            ]}
          />
          <pre class="break">{JSON.stringify(data.data, null, 2)}</pre>
          {data.deliveries.map((delivery) => (
            <Card key={delivery.id}>
              <Pill status={delivery.status} /> {delivery.attempts.at(-1)?.status}{' '}
              <Id id={delivery.webhook_id} />
            </Card>
          ))}
          {can('resendEvent') && (
            <button
              type="button"
              class="button primary"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || resend())}
            >
              {t('developers.resend')}
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}
