import {
  AreaField,
  call,
  can,
  CheckField,
  type Column,
  Dialog,
  Empty,
  FormDialog,
  Head,
  List,
  loadMe,
  mode,
  Notice,
  Pill,
  PinField,
  Secret,
  SelectField,
  t,
  TextField,
  Time,
  toast,
  useRead,
  useState,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { Sections } from './sections';

type App = Row<'businessAppsList'>;
type Open = { deed: 'new' } | { deed: 'edit' | 'rotate' | 'revoke'; app: App };
/** The keys of an app by the names of their texts, shown once. */
type Keys = [name: string, value: string][];

const SCOPES = [
  'charges:create',
  'charges:read',
  'payouts:create',
  'payouts:read',
  'wallet:read',
  'wallet:transfer',
  'escrow:manage',
  'invoices:manage',
  'subscriptions:create',
  'subscriptions:read',
  'transactions:read',
  'webhooks:manage',
] as const;
const GRACE_HOURS = ['24', '1', '72', '0'] as const;

const columns = (open: (deed: 'edit' | 'rotate' | 'revoke', app: App) => void): Column<App>[] => [
  { name: t('name'), cell: ({ app_name: name }) => <strong>{name}</strong>, phone: 'lead' },
  {
    name: t('status'),
    cell: ({ revoked_at: at }) => <Pill status={at === null ? 'active' : 'revoked'} />,
    phone: 'side',
  },
  {
    name: t('apps.secret'),
    cell: ({ secret_keys: keys }) => (
      <code>{keys.map(({ prefix, last4 }) => `${prefix}…${last4}`).join(', ') || '–'}</code>
    ),
    isWide: true,
    phone: 'under',
  },
  {
    name: t('developers.scopes'),
    cell: ({ scopes }) => scopes?.join(', ') ?? t('developers.scopes.all'),
  },
  { name: t('created'), cell: ({ created_at: at }) => <Time at={at} />, isNumber: true },
  {
    name: t('developers.actions'),
    cell: (app) =>
      app.revoked_at === null && (
        <span class="row">
          {can('updateApp') && (
            <button type="button" class="plain" onClick={() => open('edit', app)}>
              {t('developers.edit')}
            </button>
          )}
          {can('rotateAppSecret') && (
            <button type="button" class="plain" onClick={() => open('rotate', app)}>
              {t('developers.rotate')}
            </button>
          )}
          {can('revokeApp') && (
            <button type="button" class="plain" onClick={() => open('revoke', app)}>
              {t('developers.revoke')}
            </button>
          )}
        </span>
      ),
    phone: 'end',
  },
];

/** The apps of the account in the mode at hand, and their keys. */
export default function Apps() {
  const reading = useRead<App[]>('apps');
  const [open, setOpen] = useState<Open | null>(null);
  const [keys, setKeys] = useState<Keys | null>(null);
  const close = () => setOpen(null);
  const done = (text: string) => {
    toast(text);
    close();
    reading.reload();
    void loadMe();
  };
  return (
    <>
      <Head
        title={t('developers')}
        actions={
          can('createApp') && (
            <button type="button" class="button primary" onClick={() => setOpen({ deed: 'new' })}>
              {t('developers.new')}
            </button>
          )
        }
      />
      <Sections />
      <List
        reading={reading}
        name={t('developers.apps')}
        columns={columns((deed, app) => setOpen({ deed, app }))}
        rows={(apps) => apps.filter((app) => app.mode === mode.value)}
        id={({ app_id: id }) => id}
        empty={<Empty icon="developers" title={t('developers.none')} text={t('developers.none.text')} />}
      />
      {open?.deed === 'new' && (
        <FormDialog
          title={t('developers.new')}
          text={t('developers.new.text')}
          submit={t('developers.create')}
          onClose={close}
          onSubmit={async (_, key, form) => {
            const body = { ...settingsOf(form), mode: mode.value };
            const made = await call<Answer<'businessAppsCreate'>>('createApp', { body, key });
            setKeys([
              [t('apps.public'), made.public_key],
              [t('apps.secret'), made.secret_key],
            ]);
            done(t('developers.created'));
          }}
        >
          <Settings />
        </FormDialog>
      )}
      {open?.deed === 'edit' && (
        <FormDialog
          title={t('developers.edit')}
          submit={t('developers.save')}
          onClose={close}
          onSubmit={async ({ pin }, key, form) => {
            const body = { app_id: open.app.app_id, ...settingsOf(form), ...(pin && { pin }) };
            await call('updateApp', { body, key });
            done(t('developers.saved'));
          }}
        >
          <Settings app={open.app} />
          <PinField />
        </FormDialog>
      )}
      {open?.deed === 'rotate' && (
        <FormDialog
          title={t('developers.rotate')}
          text={t('developers.rotate.text', { name: open.app.app_name })}
          submit={t('developers.rotate')}
          onClose={close}
          onSubmit={async ({ grace_hours, pin }, key) => {
            const body = {
              app_id: open.app.app_id,
              grace_hours: Number(grace_hours),
              ...(pin && { pin }),
            };
            const made = await call<Answer<'businessAppsRotateSecret'>>('rotateAppSecret', { body, key });
            setKeys([[t('apps.secret'), made.secret_key]]);
            done(t('developers.rotated'));
          }}
        >
          <SelectField
            name="grace_hours"
            label={t('developers.grace')}
            of={GRACE_HOURS.map((hours) => [
              hours,
              hours === '0' ? t('developers.grace.none') : t('developers.grace.hours', { hours }),
            ])}
          />
          <PinField />
        </FormDialog>
      )}
      {open?.deed === 'revoke' && (
        <FormDialog
          title={t('developers.revoke')}
          text={t('developers.revoke.text', { name: open.app.app_name })}
          submit={t('developers.revoke')}
          isDangerous
          onClose={close}
          onSubmit={async ({ pin }, key) => {
            await call('revokeApp', { body: { app_id: open.app.app_id, ...(pin && { pin }) }, key });
            done(t('developers.revoked'));
          }}
        >
          <PinField />
        </FormDialog>
      )}
      {keys !== null && (
        <Dialog title={t('developers.keys')} onClose={() => setKeys(null)}>
          <Notice>{t('secret.once')}</Notice>
          {keys.map(([name, value]) => (
            <Secret key={name} name={name} value={value} />
          ))}
        </Dialog>
      )}
    </>
  );
}

function Settings({ app }: { app?: App }) {
  return (
    <>
      <TextField name="app_name" label={t('name')} value={app?.app_name} maxLength={100} isFocused />
      <fieldset>
        <legend>{t('developers.scopes')}</legend>
        <p class="hint">{t('developers.scopes.hint')}</p>
        {SCOPES.map((scope) => (
          <CheckField
            key={scope}
            name={`scope ${scope}`}
            label={scope}
            isOn={app?.scopes?.some((held) => held === scope) ?? false}
          />
        ))}
      </fieldset>
      <AreaField
        name="allowed_ips"
        label={t('developers.addresses')}
        hint={t('developers.addresses.hint')}
        value={app?.allowed_ips.join('\n')}
        rows={2}
        isOptional
      />
    </>
  );
}

function settingsOf(form: FormData) {
  return {
    app_name: form.get('app_name') as string,
    scopes: SCOPES.filter((scope) => form.get(`scope ${scope}`) === 'on'),
    allowed_ips: (form.get('allowed_ips') as string).split(/[\s,]+/).filter(Boolean),
  };
}
