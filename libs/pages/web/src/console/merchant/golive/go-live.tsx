import {
  call,
  can,
  Card,
  Dialog,
  FileField,
  FormDialog,
  Head,
  Icon,
  loadMe,
  me,
  nameOf,
  Notice,
  Secret,
  SelectField,
  t,
  TextField,
  toast,
  useRead,
  useState,
  Pending,
} from '../../kit';
import type { Answer } from '../../wire';

type Step = 'email' | 'pin' | 'certificate' | 'business' | 'decision' | 'app';
const COUNTRIES = ['NG', 'GH', 'KE', 'ZA', 'GB', 'US', 'CA', 'FR', 'DE', 'IE', 'NL'];

/** What is left before the first live payment, with the next step as the main action. */
export default function GoLive() {
  const { data, fault, reload } = useRead<Answer<'kycStatus'>>('kyc');
  const [open, setOpen] = useState<Step | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  if (!data) {
    return <Pending title={t('golive')} fault={fault} again={reload} />;
  }
  const { user, modes, account } = me.value!;
  const kyb = data.kyb_status;
  const isSubmitted = kyb === 'pending' || kyb === 'approved';
  const documents = data.tiers.flatMap((tier) => tier.documents);
  const hasCertificate = documents.some(
    ({ doc_type: type, status }) => type === 'business_registration' && status !== 'rejected',
  );
  const steps: [step: Step, isDone: boolean][] = [
    ['email', user.email_verified],
    ['pin', user.pin_set],
    ['certificate', hasCertificate || isSubmitted],
    ['business', isSubmitted],
    ['decision', kyb === 'approved'],
    ['app', modes.live.length > 0],
  ];
  const next = steps.find(([, isDone]) => !isDone)?.[0];
  const close = () => setOpen(null);
  const done = async (text: string) => {
    close();
    toast(text);
    await loadMe();
    reload();
  };
  const start = async (step: Step) => {
    if (step === 'email') await call('resendCode', { method: 'POST' }).catch(() => undefined);
    setOpen(step);
  };
  return (
    <>
      <Head
        title={t('golive')}
        actions={
          next &&
          next !== 'decision' && (
            <button type="button" class="button primary" onClick={() => void start(next)}>
              {t(`golive.${next}.do`)}
            </button>
          )
        }
      />
      {next === undefined && <Notice kind="good">{t('golive.done')}</Notice>}
      {next === 'decision' && <Notice kind="calm">{t('golive.decision.text')}</Notice>}
      {kyb === 'rejected' && <Notice kind="bad">{t('golive.rejected')}</Notice>}
      <Card>
        <ol class="stack">
          {steps.map(([step, isDone]) => (
            <li key={step} aria-current={step === next ? 'step' : undefined}>
              <Icon name={isDone ? 'check' : 'dot'} /> {t(`golive.${step}`)}{' '}
              <span class="soft">{t(isDone ? 'golive.yes' : 'golive.no')}</span>
            </li>
          ))}
        </ol>
      </Card>
      {open === 'email' && (
        <FormDialog
          title={t('golive.email.do')}
          text={t('golive.email.text', { email: user.email })}
          submit={t('confirm')}
          onClose={close}
          onSubmit={async ({ otp }, key) => {
            await call('verifyEmail', { body: { otp }, key });
            await done(t('golive.saved'));
          }}
        >
          <TextField
            name="otp"
            label={t('code')}
            inputmode="numeric"
            autocomplete="one-time-code"
            isFocused
          />
        </FormDialog>
      )}
      {open === 'pin' && (
        <FormDialog
          title={t('golive.pin.do')}
          submit={t('confirm')}
          onClose={close}
          onSubmit={async (body, key) => {
            await call('setPin', { body, key });
            await done(t('golive.saved'));
          }}
        >
          <TextField
            name="pin"
            label={t('pin')}
            type="password"
            inputmode="numeric"
            maxLength={6}
            isFocused
          />
          <TextField
            name="confirm_pin"
            label={t('pin.repeat')}
            type="password"
            inputmode="numeric"
            maxLength={6}
          />
        </FormDialog>
      )}
      {open === 'certificate' && (
        <FormDialog
          title={t('golive.certificate.do')}
          submit={t('golive.certificate.do')}
          onClose={close}
          onSubmit={async (_, key, form) => {
            form.set('doc_type', 'business_registration');
            form.set('tier', '1');
            await call('uploadDocument', { body: form, key });
            await done(t('golive.saved'));
          }}
        >
          <FileField
            name="document"
            label={t('golive.file')}
            hint={t('golive.file.hint')}
            accept="image/jpeg,image/png,application/pdf"
          />
        </FormDialog>
      )}
      {open === 'business' && (
        <FormDialog
          title={t('golive.business.do')}
          text={t('golive.business.text')}
          submit={t('golive.business.do')}
          onClose={close}
          onSubmit={async (body, key) => {
            await call('submitKyb', { body, key });
            await done(t('golive.saved'));
          }}
        >
          <TextField name="legal_name" label={t('golive.name')} value={account.name} isFocused />
          <TextField name="registration_number" label={t('golive.number')} />
          <SelectField
            name="country_code"
            label={t('country')}
            of={COUNTRIES.map((code) => [code, nameOf('region', code)] as const)}
          />
          <TextField name="address" label={t('golive.address')} maxLength={500} />
        </FormDialog>
      )}
      {open === 'app' && can('createApp') && (
        <FormDialog
          title={t('golive.app.do')}
          submit={t('golive.app.do')}
          onClose={close}
          onSubmit={async ({ app_name }, key) => {
            const made = await call<Answer<'businessAppsCreate'>>('createApp', {
              body: { app_name, mode: 'live' },
              key,
            });
            setSecret(made.secret_key);
            await done(t('golive.saved'));
          }}
        >
          <TextField name="app_name" label={t('name')} value={account.name} isFocused />
        </FormDialog>
      )}
      {secret !== null && (
        <Dialog title={t('apps.secret')} onClose={() => setSecret(null)}>
          <Notice>{t('secret.once')}</Notice>
          <Secret name={t('apps.secret')} value={secret} />
        </Dialog>
      )}
    </>
  );
}
