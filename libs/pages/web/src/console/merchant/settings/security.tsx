import {
  call,
  can,
  Card,
  type Column,
  Dialog,
  Empty,
  Form,
  FormDialog,
  Head,
  List,
  loadMe,
  me,
  Notice,
  Pill,
  Secret,
  t,
  TextField,
  Time,
  toast,
  useEffect,
  useRead,
  useState,
} from '../../kit';
import type { Answer, Row } from '../../wire';
import { Sections } from './sections';

type Session = Row<'settingsSessions'>;

const columns = (end: (session: Session) => void): Column<Session>[] => [
  { name: t('settings.device'), cell: ({ device }) => device ?? '–', isWide: true, phone: 'lead' },
  {
    name: t('status'),
    cell: ({ current }) => current && <Pill status="active" />,
    phone: 'side',
  },
  { name: t('settings.address'), cell: ({ ip }) => ip, phone: 'under' },
  { name: t('settings.used'), cell: ({ last_used_at: at }) => <Time at={at} />, isNumber: true },
  {
    name: t('settings.actions'),
    cell: (session) =>
      !session.current &&
      can('endSession') && (
        <button type="button" class="plain" onClick={() => end(session)}>
          {t('signout')}
        </button>
      ),
    phone: 'end',
  },
];

/** Password, second factor, and where this person is signed in. */
export default function Security() {
  const sessions = useRead<Session[]>('sessions');
  const [open, setOpen] = useState<'on' | 'off' | 'others' | Session | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isOn = me.value!.user.two_factor_enabled;
  const close = () => setOpen(null);
  return (
    <>
      <Head title={t('settings')} />
      <Sections />
      <div class="stack">
        <Card title={t('settings.factor')} actions={<Pill status={isOn ? 'active' : 'inactive'} />}>
          <p>{t('settings.factor.text')}</p>
          {!isOn && can('setUpTwoFactor') && (
            <button type="button" class="button primary" onClick={() => setOpen('on')}>
              {t('settings.factor.on')}
            </button>
          )}
          {isOn && can('disableTwoFactor') && (
            <button type="button" class="button" onClick={() => setOpen('off')}>
              {t('settings.factor.off')}
            </button>
          )}
        </Card>
        {can('changePassword') && (
          <Card title={t('password')}>
            <Form
              submit={t('settings.password')}
              onSubmit={async (body, key) => {
                await call('changePassword', { body, key });
                toast(t('settings.password.set'));
              }}
            >
              <TextField
                name="current_password"
                label={t('settings.password.old')}
                type="password"
                autocomplete="current-password"
              />
              <TextField
                name="new_password"
                label={t('settings.password.new')}
                type="password"
                autocomplete="new-password"
                hint={t('password.hint')}
              />
            </Form>
          </Card>
        )}
        <Card
          title={t('settings.sessions')}
          actions={
            can('endOtherSessions') && (
              <button type="button" class="button" onClick={() => setOpen('others')}>
                {t('settings.sessions.others')}
              </button>
            )
          }
        >
          <List
            reading={sessions}
            name={t('settings.sessions')}
            columns={columns(setOpen)}
            rows={(found) => found}
            id={({ id }) => id}
            empty={<Empty title={t('settings.sessions.none')} />}
          />
        </Card>
      </div>
      {open === 'on' && (
        <SetUp
          onClose={close}
          onDone={(found) => {
            close();
            setCodes(found);
          }}
        />
      )}
      {open === 'off' && (
        <FormDialog
          title={t('settings.factor.off')}
          submit={t('settings.factor.off')}
          isDangerous
          onClose={close}
          onSubmit={async ({ code }, key) => {
            await call('disableTwoFactor', { body: { code }, key });
            await loadMe();
            close();
          }}
        >
          <TextField name="code" label={t('code')} hint={t('code.hint')} inputmode="numeric" isFocused />
        </FormDialog>
      )}
      {open !== null && open !== 'on' && open !== 'off' && (
        <FormDialog
          title={open === 'others' ? t('settings.sessions.others') : t('signout')}
          text={open === 'others' ? t('settings.sessions.text') : open.device}
          submit={t('signout')}
          isDangerous
          onClose={close}
          onSubmit={async (_, key) => {
            if (open === 'others') await call('endOtherSessions', { method: 'POST', key });
            else await call('endSession', { body: { id: open.id }, key });
            close();
            sessions.reload();
          }}
        >
          {null}
        </FormDialog>
      )}
      {codes !== null && (
        <Dialog title={t('settings.codes')} onClose={() => setCodes(null)}>
          <Notice>{t('settings.codes.text')}</Notice>
          <Secret name={t('settings.codes')} value={codes.join(' ')} />
        </Dialog>
      )}
    </>
  );
}

interface SetUpProps {
  onClose: () => void;
  onDone: (codes: string[]) => void;
}

/** The picture for the authenticator app, and the first code from it. */
function SetUp({ onClose, onDone }: SetUpProps) {
  const [found, setFound] = useState<Answer<'auth2faSetup'> | null>(null);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let address: string | null = null;
    void call<Answer<'auth2faSetup'>>('setUpTwoFactor', { method: 'POST' }).then((answer) => {
      address = URL.createObjectURL(new Blob([answer.qr_svg], { type: 'image/svg+xml' }));
      setFound(answer);
      setPicture(address);
    });
    return () => void (address && URL.revokeObjectURL(address));
  }, []);
  return (
    <FormDialog
      title={t('settings.factor.on')}
      text={t('settings.factor.scan')}
      submit={t('confirm')}
      onClose={onClose}
      onSubmit={async ({ code }, key) => {
        const answer = await call<Answer<'auth2faEnable'>>('enableTwoFactor', { body: { code }, key });
        await loadMe();
        onDone(answer.recovery_codes);
      }}
    >
      {picture && <img src={picture} alt={t('settings.factor.qr')} width={200} height={200} />}
      {found && <Secret name={t('settings.factor.key')} value={found.secret} />}
      <TextField name="code" label={t('code')} inputmode="numeric" autocomplete="one-time-code" />
    </FormDialog>
  );
}
