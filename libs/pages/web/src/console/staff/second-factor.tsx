import {
  call,
  Form,
  Head,
  Loading,
  loadMe,
  Secret,
  t,
  TextField,
  useEffect,
  useState,
  faultOf,
  Fault,
  type Refusal,
} from '../kit';
import type { Answer } from '../wire';

/** Staff work with a second factor only: those without one set it up before anything else. */
export default function SecondFactor() {
  const [setup, setSetup] = useState<Answer<'auth2faSetup'> | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [fault, setFault] = useState<Refusal | null>(null);
  const begin = () => {
    setFault(null);
    call<Answer<'auth2faSetup'>>('setUpTwoFactor', { body: {} }).then(setSetup, (error: unknown) =>
      setFault(faultOf(error)),
    );
  };
  useEffect(begin, []);
  return (
    <main class="entry">
      <section class="card entry-card stack">
        <Head title={t('staff.factor')} under={t(codes ? 'staff.factor.codes' : 'staff.factor.text')} />
        {fault && <Fault fault={fault} again={begin} />}
        {!setup && !fault && <Loading />}
        {codes && (
          <>
            <Secret name={t('staff.factor.recovery')} value={codes.join(' ')} />
            <button type="button" class="button primary" onClick={() => void loadMe()}>
              {t('staff.factor.go')}
            </button>
          </>
        )}
        {setup && !codes && (
          <>
            <img
              class="qr"
              alt={t('staff.factor.picture')}
              src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
            />
            <Secret name={t('staff.factor.secret')} value={setup.secret} />
            <Form
              submit={t('confirm')}
              isWide
              onSubmit={async ({ code }) => {
                const enabled = await call<Answer<'auth2faEnable'>>('enableTwoFactor', { body: { code } });
                setCodes(enabled.recovery_codes);
              }}
            >
              <TextField
                name="code"
                label={t('code')}
                inputmode="numeric"
                autocomplete="one-time-code"
                isFocused
              />
            </Form>
          </>
        )}
      </section>
    </main>
  );
}
