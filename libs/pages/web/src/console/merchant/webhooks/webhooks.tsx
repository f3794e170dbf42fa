import {
  call,
  can,
  type Column,
  Dialog,
  Empty,
  FormDialog,
  Head,
  List,
  me,
  mode,
  Notice,
  percent,
  Pill,
  Secret,
  SelectField,
  t,
  TextField,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { eventsOf, EventsField } from './events-field';

type Endpoint = Row<'businessWebhooksList'>;

const columns = (): Column<Endpoint>[] => [
  { name: t('webhooks.url'), cell: ({ url }) => url || t('webhooks.url.none'), isWide: true, phone: 'lead' },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('webhooks.rate'),
    cell: ({ success_rate_24h: rate }) => (rate === null ? '–' : percent(rate)),
    isNumber: true,
    phone: 'end',
  },
  {
    name: t('webhooks.last'),
    cell: ({ last_success_at: at }) => at && <Time at={at} />,
    isNumber: true,
    phone: 'under',
  },
];

/** The endpoints of the account in the mode at hand, and how they do. */
export default function Webhooks() {
  const isTest = mode.value === 'test';
  const reading = useRead<Endpoint[]>('webhooks');
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const apps = me.value!.modes[mode.value];
  const add = can('createWebhook') && apps.length > 0 && (
    <button type="button" class="button primary" onClick={() => setOpen(true)}>
      {t('webhooks.add')}
    </button>
  );
  const isOfMode = ({ app_id: id }: Endpoint) => isTest || apps.some(({ app_id: app }) => app === id);
  return (
    <>
      <Head title={t('webhooks')} actions={add} />
      <List
        reading={reading}
        name={t('webhooks')}
        columns={columns()}
        rows={(endpoints) => endpoints.filter(isOfMode)}
        id={({ id }) => id}
        path={({ id }) => `/dashboard/webhooks/${id}`}
        empty={<Empty icon="webhooks" title={t('webhooks.none')} text={t('webhooks.none.text')} />}
      />
      {isOpen && (
        <FormDialog
          title={t('webhooks.add')}
          submit={t('webhooks.add')}
          onClose={() => setOpen(false)}
          onSubmit={async ({ url, app_id }, key, form) => {
            const body = { url, events: eventsOf(form), ...(!isTest && { app_id }) };
            const made = await call<Answer<'businessWebhooksCreate'>>('createWebhook', { body, key });
            setOpen(false);
            setSecret(made.secret);
            reading.reload();
          }}
        >
          <TextField
            name="url"
            label={t('webhooks.url')}
            type="url"
            placeholder="https://shop.example/webhooks"
            isFocused
          />
          {!isTest && (
            <SelectField
              name="app_id"
              label={t('webhooks.app')}
              of={apps.map(({ app_id: id, app_name: name }) => [id, name] as const)}
            />
          )}
          <EventsField />
        </FormDialog>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

/** The signing secret, which is shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={t('webhooks.secret')} onClose={onClose}>
      <Notice>{t('secret.once')}</Notice>
      <Secret name={t('webhooks.secret')} value={secret} />
    </Dialog>
  );
}
