import {
  call,
  CURRENCIES,
  Form,
  loadMe,
  me,
  nameOf,
  Notice,
  Secret,
  SelectField,
  signIn,
  start,
  t,
  TextField,
  useState,
} from '../kit';
import { Frame } from './frame';

const COUNTRIES = ['NG', 'GH', 'KE', 'ZA', 'GB', 'US', 'CA', 'FR', 'DE', 'IE', 'NL'];

type Step = 'form' | 'code' | 'pin' | 'app';

interface TestApp {
  public_key: string;
  secret_key: string;
}

/** Opens an account: its owner, the code from the mail, the PIN, and a first test app with its keys. */
export default function Register() {
  const [step, setStep] = useState<Step>('form');
  const [app, setApp] = useState<TestApp | null>(null);
  if (step === 'form') return <Account onDone={() => setStep('code')} />;
  if (step === 'code') return <Code onDone={() => setStep('pin')} />;
  if (step === 'pin') return <Pin onDone={() => setStep('app')} />;
  return (
    <Frame title={t('register.app')} text={app ? undefined : t('register.app.text')}>
      {app ? (
        <>
          <Notice>{t('secret.once')}</Notice>
          <Secret name={t('apps.public')} value={app.public_key} />
          <Secret name={t('apps.secret')} value={app.secret_key} />
          <a class="button primary" href="/dashboard?test=1">
            {t('register.open')}
          </a>
        </>
      ) : (
        <Form
          submit={t('register.app.create')}
          isWide
          onSubmit={async ({ app_name }, key) => {
            setApp(await call<TestApp>('createApp', { body: { app_name, mode: 'test' }, key }));
            await loadMe();
          }}
        >
          <TextField name="app_name" label={t('name')} value={me.value?.account.name} />
        </Form>
      )}
    </Frame>
  );
}

function Account({ onDone }: { onDone: () => void }) {
  return (
    <Frame
      title={t('register.title', { name: start.platform })}
      after={
        <>
          {t('signin.instead')} <a href="/login">{t('signin')}</a>
        </>
      }
    >
      <Form
        submit={t('register.submit')}
        isWide
        onSubmit={async (fields) => {
          await call('register', { body: { ...fields, account_type: 'business' }, isPublic: true });
          await signIn({ email: fields.email!, password: fields.password! });
          await loadMe();
          onDone();
        }}
      >
        <TextField
          name="business_name"
          label={t('register.business')}
          autocomplete="organization"
          isFocused
        />
        <div class="two">
          <TextField name="first_name" label={t('first_name')} autocomplete="given-name" />
          <TextField name="last_name" label={t('last_name')} autocomplete="family-name" />
        </div>
        <TextField name="email" label={t('email')} type="email" autocomplete="email" />
        <TextField
          name="password"
          label={t('password')}
          type="password"
          autocomplete="new-password"
          hint={t('password.hint')}
        />
        <div class="two">
          <SelectField
            name="country_code"
            label={t('country')}
            of={COUNTRIES.map((code) => [code, nameOf('region', code)] as const)}
          />
          <SelectField
            name="currency"
            label={t('currency')}
            of={CURRENCIES.map((code) => [code, code] as const)}
          />
        </div>
      </Form>
    </Frame>
  );
}

function Code({ onDone }: { onDone: () => void }) {
  const [isSent, setSent] = useState(false);
  return (
    <Frame title={t('register.code')} text={t('register.code.text', { email: me.value!.user.email })}>
      <Form
        submit={t('confirm')}
        isWide
        onSubmit={async ({ otp }) => {
          await call('verifyEmail', { body: { otp } });
          onDone();
        }}
      >
        <TextField name="otp" label={t('code')} inputmode="numeric" autocomplete="one-time-code" isFocused />
      </Form>
      <button
        type="button"
        class="plain"
        onClick={() => void call('resendCode', { method: 'POST' }).then(() => setSent(true))}
      >
        {isSent ? t('register.code.sent') : t('register.code.again')}
      </button>
    </Frame>
  );
}

function Pin({ onDone }: { onDone: () => void }) {
  return (
    <Frame title={t('register.pin')} text={t('register.pin.text')}>
      <Form
        submit={t('register.pin.set')}
        isWide
        onSubmit={async (fields) => {
          await call('setPin', { body: fields });
          onDone();
        }}
      >
        <TextField name="pin" label={t('pin')} type="password" inputmode="numeric" maxLength={6} isFocused />
        <TextField
          name="confirm_pin"
          label={t('pin.repeat')}
          type="password"
          inputmode="numeric"
          maxLength={6}
        />
      </Form>
    </Frame>
  );
}
