import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Authority } from './authority';
import { checkEmail, checkPassword, checkPin, digitsUpTo } from './card';
import { Choice, Field, Form, useField } from './fields';
import { call, due, isBusy, problem, session, start } from './session';
import { refusal } from './messages';
import { settle } from './settle';
import { money, t } from './texts';

interface Quote {
  amount: number;
  currency: string;
  rate: number;
  balance: string;
  sufficient: boolean;
}

/** A wallet of the buyer; without a price where no exchange rate is set. */
interface Wallet extends Omit<Quote, 'amount' | 'rate'> {
  amount: number | null;
  rate: number | null;
}

interface Quoted {
  quote: Quote;
  wallets: Wallet[];
}

/** The signed-in owner of the wallet, kept in the memory of this page only. */
const account = signal<({ token: string; name: string } & Quoted) | null>(null);

/** The wallet of the sandbox has no owner; its PIN decides the result. */
export function WalletForm() {
  if (session.value.is_test) {
    return (
      <>
        <WalletTitle />
        <p class="fine">{t('wallet.test')}</p>
        <Authority from="wallet" currency={session.value.currency} />
        <PinForm />
      </>
    );
  }
  return account.value ? <Confirm /> : <SignIn />;
}

/** Where the wallet is one of several ways to pay; else the heading says it. */
function WalletTitle() {
  if (session.value.payment_methods.length === 1) return null;
  return (
    <p>
      <strong>{t('wallet.title', { platform: start.platform })}</strong>
    </p>
  );
}

function SignIn() {
  const [asksCode, setAsksCode] = useState(false);
  const email = useField(checkEmail);
  const password = useField(checkPassword);
  const code = useField((text) => (text.trim() === '' ? 'fault.code' : null));
  const { forgotPasswordUrl } = start;
  useLayoutEffect(() => email.fill(session.value.receipt_email ?? ''), []);
  const send = async () => {
    const fields = {
      email: email.value().trim(),
      password: password.value(),
      ...(asksCode && { totp_code: code.value().trim() }),
    };
    const { answer } = await call('wallet-login', fields);
    isBusy.value = false;
    if (answer.success) {
      const {
        access_token: token,
        name,
        quote,
        wallets,
      } = answer as unknown as Quoted & { access_token: string; name: string };
      account.value = { token, name, quote, wallets };
    } else if (answer.error_code === 'TOTP_REQUIRED' && !asksCode) setAsksCode(true);
    else problem.value = refusal(answer);
  };
  return (
    <>
      <WalletTitle />
      <p>{t('wallet.signin')}</p>
      <Form
        id="wallet-signin"
        fields={asksCode ? [email, password, code] : [email, password]}
        label={t('wallet.submit')}
        busyLabel={t('busy.open')}
        autocomplete="on"
        lost={t('problem.retry')}
        send={send}
      >
        <Field
          id="email"
          label={t('wallet.email')}
          field={email}
          type="email"
          inputmode="email"
          autocomplete="username"
        />
        <Field
          id="password"
          label={t('wallet.password')}
          field={password}
          type="password"
          inputmode="text"
          autocomplete="current-password"
        />
        {asksCode && (
          <>
            <p role="status">{t('wallet.totp.text')}</p>
            <Field
              id="totp"
              label={t('wallet.totp')}
              field={code}
              inputmode="text"
              autocomplete="one-time-code"
            />
          </>
        )}
      </Form>
      <a class="forgot" href={forgotPasswordUrl} target="_blank" rel="noreferrer">
        {t('wallet.forgot')}
      </a>
    </>
  );
}

/** The wallet and the amount, shown before the payment. */
function Confirm() {
  const { name, quote, wallets } = account.value!;
  const priced = wallets.filter(isPriced);
  const choose = (currency: string) => {
    const wallet = priced.find((found) => found.currency === currency)!;
    account.value = { ...account.value!, quote: wallet };
  };
  const isConverted = quote.currency !== session.value.currency;
  return (
    <>
      <p role="status">{t('wallet.hello', { name })}</p>
      {priced.length > 1 && (
        <Choice
          id="wallet"
          label={t('method.wallet')}
          options={priced.map(({ currency, balance }) => [currency, money({ amount: +balance, currency })])}
          value={quote.currency}
          onChange={choose}
        />
      )}
      <dl class="receipt">
        <dt>{t('wallet.debit')}</dt>
        <dd>{money(quote)}</dd>
        {isConverted && (
          <>
            <dt>{t('wallet.rate')}</dt>
            <dd>{quote.rate}</dd>
          </>
        )}
        <dt>{t('wallet.balance')}</dt>
        <dd>{money({ amount: +quote.balance, currency: quote.currency })}</dd>
      </dl>
      <Authority from="wallet" currency={quote.currency} />
      {quote.sufficient ? <PinForm /> : <p class="notice bad">{t('wallet.short')}</p>}
      <button class="link" type="button" onClick={() => (account.value = null)}>
        {t('wallet.out')}
      </button>
    </>
  );
}

const isPriced = (wallet: Wallet): wallet is Wallet & Quote => wallet.amount !== null;

/** The current price, where it differs from the one shown. */
async function quoteAgain(): Promise<void> {
  const { token, quote } = account.value!;
  const { answer } = await call('wallet-quote', { currency: quote.currency }, { bearer: token });
  if (answer.success) account.value = { ...account.value!, ...(answer as unknown as Quoted) };
}

function PinForm() {
  const pin = useField(checkPin, digitsUpTo(4));
  const send = async (key: string) => {
    const quote = account.value?.quote;
    const fields = {
      pin: pin.value(),
      ...(quote && { currency: quote.currency, quoted_amount: quote.amount }),
    };
    const result = await call('pay-wallet', fields, { key, bearer: account.value?.token });
    // The sign-in has ended: the buyer signs in again.
    if (result.status === 401) account.value = null;
    if (result.status === 409 && account.value) await quoteAgain();
    if (!result.answer.success) pin.clear();
    await settle(result);
  };
  return (
    <Form
      id="wallet-pin"
      fields={[pin]}
      label={t('pay', { amount: money(account.value?.quote ?? due.value) })}
      busyLabel={t('busy.pay')}
      isPayment
      send={send}
    >
      <Field
        id="pin"
        label={t('wallet.pin')}
        field={pin}
        className="code"
        type="password"
        autocomplete="off"
      />
    </Form>
  );
}
