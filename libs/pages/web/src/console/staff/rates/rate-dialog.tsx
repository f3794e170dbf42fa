import { nameOf, SelectField, t, TextField } from '../../kit';
import { CURRENCIES } from '../../currencies';
import type { Answer } from '../../wire';
import { PreviewedDecision } from '../previewed-decision';

type Rates = Answer<'adminFxRates'>;
type Pair = Pick<Rates['checkout'][number], 'base' | 'quote' | 'rate'>;
export type RateChange =
  { kind: 'set'; rate?: Pair } | { kind: 'accept'; held: Rates['held'][number] } | { kind: 'spread' };

interface Props {
  change: RateChange;
  onClose: () => void;
  reload: () => void;
}

/** Sets the rate of a pair, accepts a live rate that is held, or sets a spread. */
export function RateDialog({ change, ...rest }: Props) {
  if (change.kind === 'accept') return <AcceptDialog held={change.held} {...rest} />;
  if (change.kind === 'spread') return <SpreadDialog {...rest} />;
  return <SetDialog pair={change.rate} {...rest} />;
}

type Shared = Omit<Props, 'change'>;

function SetDialog({ pair, ...rest }: Shared & { pair?: Pair }) {
  return (
    <PreviewedDecision<Answer<'adminFxSet'>>
      {...rest}
      title={t('desk.rate.new')}
      text={t('desk.rate.new.text')}
      submit={t('desk.rate.new')}
      done={t('desk.rate.done')}
      action="admin.php:fx/set"
      first={{ base: pair?.base ?? 'USD', quote: pair?.quote ?? 'NGN' }}
      needs={() => ['rate']}
      body={({ base, quote, rate, reason }) => ({
        base,
        quote,
        rate,
        // A colleague may have set it meanwhile.
        ...(pair && base === pair.base && quote === pair.quote && { replaces: pair.rate }),
        reason,
      })}
      facts={({ rate, replaced, live, drifted }) => [
        [t('desk.rate.set'), rate],
        replaced !== null && [t('desk.rate.replaced'), replaced],
        live !== null && [t('desk.rate.live'), live],
        drifted && [t('desk.rate.drift'), t('desk.rate.drifted')],
      ]}
    >
      <Currencies base={pair?.base ?? 'USD'} quote={pair?.quote ?? 'NGN'} />
      <TextField name="rate" label={t('desk.rate.field')} value={pair?.rate} inputmode="decimal" isFocused />
      <TextField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
    </PreviewedDecision>
  );
}

function AcceptDialog({ held, ...rest }: Shared & { held: Rates['held'][number] }) {
  const { currency, rate } = held;
  return (
    <PreviewedDecision<Answer<'adminFxAccept'>>
      {...rest}
      title={t('desk.rate.accept')}
      text={t('desk.rate.accept.text')}
      submit={t('desk.rate.accept')}
      done={t('desk.rate.done')}
      action="admin.php:fx/accept"
      body={({ reason }) => ({ currency, rate, reason })}
      facts={(accepted) => [
        [t('currency'), accepted.currency],
        [t('desk.rate.usd'), accepted.rate],
        accepted.replaced !== null && [t('desk.rate.replaced'), accepted.replaced],
        [t('desk.rate.source'), accepted.source],
      ]}
    >
      <TextField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} isFocused />
    </PreviewedDecision>
  );
}

function SpreadDialog(rest: Shared) {
  return (
    <PreviewedDecision<Answer<'adminFxSetSpread'>>
      {...rest}
      title={t('desk.spread.set')}
      text={t('desk.spread.text')}
      submit={t('desk.spread.set')}
      done={t('desk.rate.done')}
      action="admin.php:fx/set-spread"
      first={{ base: 'USD', quote: 'NGN' }}
      needs={() => ['basis_points']}
      body={({ base, quote, basis_points: points, reason }) => ({
        base,
        quote,
        basis_points: Number(points),
        reason,
      })}
      facts={({ basis_points: points, replaced }) => [
        [t('desk.spread.points'), String(points)],
        [t('desk.rate.replaced'), String(replaced)],
      ]}
    >
      <Currencies base="USD" quote="NGN" />
      <TextField
        name="basis_points"
        label={t('desk.spread.points')}
        hint={t('desk.spread.hint')}
        inputmode="numeric"
        isFocused
      />
      <TextField name="reason" label={t('reason')} hint={t('desk.audited')} maxLength={500} />
    </PreviewedDecision>
  );
}

function Currencies({ base, quote }: { base: string; quote: string }) {
  const of = CURRENCIES.map((code) => [code, `${code} · ${nameOf('currency', code)}`] as const);
  return (
    <div class="two">
      <SelectField name="base" label={t('desk.rate.base')} value={base} of={of} />
      <SelectField name="quote" label={t('desk.rate.quote')} value={quote} of={of} />
    </div>
  );
}
