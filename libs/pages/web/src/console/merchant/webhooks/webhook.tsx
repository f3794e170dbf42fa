import {
  call,
  can,
  Card,
  CheckField,
  type Column,
  Columns,
  Empty,
  Facts,
  faultOf,
  FormDialog,
  Head,
  Id,
  List,
  Notice,
  nothingMatches,
  type Page,
  Pager,
  percent,
  Pill,
  PinField,
  t,
  Tabs,
  TextField,
  Time,
  toast,
  useLocation,
  useQuery,
  useRead,
  useRoute,
  useState,
  Pending,
} from '../../kit';
import { to } from '../../mode';
import type { Answer, Row } from '../../wire';
import { DeliveryDialog } from './delivery-dialog';
import { eventsOf, EventsField } from './events-field';
import { SecretDialog } from './webhooks';

type Endpoint = Row<'businessWebhooksList'>;
export type Delivery = Row<'businessWebhooksDeliveries'>;
type Deed = 'edit' | 'replay' | 'rotate' | 'delete';

const TABS = ['', 'delivered', 'pending', 'failed'] as const;

const columns = (open: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    name: t('webhooks.event'),
    cell: (delivery) => (
      <button type="button" class="plain" onClick={() => open(delivery)}>
        {delivery.event}
      </button>
    ),
    isWide: true,
    phone: 'lead',
  },
  { name: t('status'), cell: ({ status }) => <Pill status={status} />, phone: 'side' },
  {
    name: t('webhooks.answer'),
    cell: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? '–',
    phone: 'under',
  },
  { name: t('webhooks.attempts'), cell: ({ attempts }) => attempts.length, isNumber: true },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

/** One endpoint: its health, what was sent to it, and what can be done. */
export default function Webhook() {
  const { id = '' } = useRoute().params;
  const { query } = useQuery();
  const { route } = useLocation();
  const { data, fault, reload } = useRead<Endpoint>('webhook', { id });
  const sent = useRead<Page<Delivery>>('deliveries', {
    webhook_id: id,
    status: query.status,
    page: query.page,
    per_page: 25,
  });
  const [deed, setDeed] = useState<Deed | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const crumb = { path: '/dashboard/webhooks', name: t('webhooks') };
  if (!data) {
    return <Pending title={t('webhooks.one')} crumb={crumb} fault={fault} again={reload} />;
  }
  const close = () => setDeed(null);
  const done = (text: string) => {
    toast(text);
    close();
    reload();
    sent.reload();
  };
  const ping = () =>
    call<Answer<'businessWebhooksTest'>>('testWebhook', { body: { id } }).then(
      ({ status }) => done(t('webhooks.tested', { status: status ?? '–' })),
      (error: unknown) => toast(faultOf(error).message),
    );
  const resume = () =>
    call('updateWebhook', { body: { id, active: true } }).then(
      () => done(t('webhooks.saved')),
      (error: unknown) => toast(faultOf(error).message),
    );
  const button = (name: Deed, text: string) => (
    <button type="button" class="button" onClick={() => setDeed(name)}>
      {text}
    </button>
  );
  return (
    <>
      <Head
        crumb={crumb}
        title={t('webhooks.one')}
        beside={<Pill status={data.status} />}
        under={data.url}
        actions={
          <>
            {can('replay') && button('replay', t('webhooks.replay'))}
            {can('updateWebhook') && button('edit', t('webhooks.edit'))}
            {can('testWebhook') && (
              <button type="button" class="button primary" onClick={() => void ping()}>
                {t('webhooks.test')}
              </button>
            )}
          </>
        }
      />
      {data.status === 'failing' && data.failing_since && <Notice kind="bad">{t('webhooks.failing')}</Notice>}
      {!data.active && (
        <Notice
          kind="bad"
          action={
            can('updateWebhook') && (
              <button type="button" class="button" onClick={() => void resume()}>
                {t('webhooks.resume')}
              </button>
            )
          }
        >
          {t(data.disabled_for === 'failing' ? 'webhooks.disabled.failing' : 'webhooks.disabled')}
        </Notice>
      )}
      <Columns
        main={
          <>
            <Tabs
              name={t('status')}
              field="status"
              of={TABS.map((status) => [status, status ? t(`status.${status}`) : t('tab.all')])}
            />
            <List
              reading={sent}
              name={t('webhooks.deliveries')}
              columns={columns((delivery) => setOpened(delivery.id))}
              rows={(page) => page.data}
              id={(delivery) => delivery.id}
              after={(answer) => <Pager of={answer} />}
              empty={
                query.status ? (
                  <Empty icon="search" title={nothingMatches()} />
                ) : (
                  <Empty icon="webhooks" title={t('webhooks.unsent')} text={t('webhooks.unsent.text')} />
                )
              }
            />
          </>
        }
        side={
          <Card title={t('details')}>
            <Facts
              of={[
                [t('webhooks.rate'), data.success_rate_24h === null ? null : percent(data.success_rate_24h)],
                [
                  t('webhooks.events'),
                  data.events.includes('*') ? t('webhooks.events.all') : data.events.join(', '),
                ],
                data.last_failure_at !== null && [t('webhooks.failed'), <Time at={data.last_failure_at} />],
                [t('created'), <Time at={data.created_at} />],
                ['ID', <Id id={data.id} />],
              ]}
            />
            <div class="row">
              {can('rotateWebhookSecret') && button('rotate', t('webhooks.rotate'))}
              {can('deleteWebhook') && button('delete', t('webhooks.delete'))}
            </div>
          </Card>
        }
      />
      {deed === 'edit' && (
        <FormDialog
          title={t('webhooks.edit')}
          submit={t('webhooks.save')}
          onClose={close}
          onSubmit={async ({ url, active }, key, form) => {
            const events = eventsOf(form);
            const body = { id, url, active: active === 'on', ...(events && { events }) };
            await call('updateWebhook', { body, key });
            done(t('webhooks.saved'));
          }}
        >
          <TextField name="url" label={t('webhooks.url')} type="url" value={data.url} />
          <EventsField events={data.events} />
          <CheckField name="active" label={t('webhooks.active')} isOn={data.active} />
        </FormDialog>
      )}
      {deed === 'replay' && (
        <FormDialog
          title={t('webhooks.replay')}
          text={t('webhooks.replay.text')}
          submit={t('webhooks.replay')}
          onClose={close}
          onSubmit={async ({ since, until }, key) => {
            const instant = (local: string) => new Date(local).toISOString();
            const body = {
              webhook_id: id,
              since: since ? instant(since) : since,
              ...(until && { until: instant(until) }),
            };
            await call('replay', { body, key });
            done(t('webhooks.replayed'));
          }}
        >
          <TextField name="since" label={t('webhooks.since')} type="datetime-local" />
          <TextField name="until" label={t('webhooks.until')} type="datetime-local" isOptional />
        </FormDialog>
      )}
      {deed === 'rotate' && (
        <FormDialog
          title={t('webhooks.rotate')}
          text={t('webhooks.rotate.text')}
          submit={t('webhooks.rotate')}
          onClose={close}
          onSubmit={async ({ pin }, key) => {
            const body = { id, ...(pin && { pin }) };
            const made = await call<Answer<'businessWebhooksRotateSecret'>>('rotateWebhookSecret', {
              body,
              key,
            });
            close();
            setSecret(made.secret);
          }}
        >
          <PinField />
        </FormDialog>
      )}
      {deed === 'delete' && (
        <FormDialog
          title={t('webhooks.delete')}
          text={t('webhooks.delete.text')}
          submit={t('webhooks.delete')}
          isDangerous
          onClose={close}
          onSubmit={async (_, key) => {
            await call('deleteWebhook', { method: 'DELETE', query: { id }, key });
            toast(t('webhooks.deleted'));
            route(to('/dashboard/webhooks'));
          }}
        >
          {null}
        </FormDialog>
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
      {opened !== null && (
        <DeliveryDialog id={opened} onClose={() => setOpened(null)} onDone={() => sent.reload()} />
      )}
    </>
  );
}
