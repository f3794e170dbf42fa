import { useState } from 'preact/hooks';
import { Form, TextField } from './parts/form';
import { Refusal } from './refusal';
import { signIn } from './session';
import { start } from './start';
import { label, t } from './texts';

/** E-mail address and password, then the code where the account has a second factor. */
export function SignInForm({ onSignedIn }: { onSignedIn?: () => void }) {
  const [known, setKnown] = useState<{ email: string; password: string } | null>(null);
  const send = async (fields: Record<string, string>) => {
    await signIn(fields);
    onSignedIn?.();
  };
  if (known) {
    return (
      <Form
        key="code"
        submit={t('signin')}
        isWide
        onSubmit={({ totp_code }) => send({ ...known, totp_code: totp_code! })}
      >
        <TextField
          name="totp_code"
          label={t('code')}
          hint={t('code.hint')}
          inputmode="numeric"
          autocomplete="one-time-code"
          isFocused
        />
      </Form>
    );
  }
  return (
    <>
      <Form
        key="password"
        submit={t('signin')}
        isWide
        onSubmit={async ({ email, password }) => {
          const fields = { email: email!, password: password! };
          try {
            await send(fields);
          } catch (error) {
            if (!(error instanceof Refusal) || error.code !== 'TOTP_REQUIRED') throw error;
            setKnown(fields);
          }
        }}
      >
        <TextField name="email" label={t('email')} type="email" autocomplete="username" isFocused />
        <TextField name="password" label={t('password')} type="password" autocomplete="current-password" />
      </Form>
      {start.demo.length > 0 && <DemoButtons onChosen={(demo) => send({ demo })} />}
    </>
  );
}

/** Development only: the accounts of the demo data. */
function DemoButtons({ onChosen }: { onChosen: (name: string) => Promise<void> }) {
  return (
    <div class="demo">
      <p class="soft">{t('demo')}</p>
      <div class="row">
        {start.demo.map((name) => (
          <button key={name} type="button" class="button" onClick={() => void onChosen(name)}>
            {label('role', name)}
          </button>
        ))}
      </div>
    </div>
  );
}
