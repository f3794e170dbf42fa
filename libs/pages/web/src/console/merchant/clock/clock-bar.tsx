import {
  call,
  can,
  CheckField,
  counted,
  faultOf,
  FormDialog,
  messageOf,
  moment,
  refreshAll,
  t,
  TextField,
  toast,
  useEffect,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { afterMonth } from './after-month';

type TestClock = Answer<'testClockNow'>;

/** How often a clock that moves for long is looked at. */
const LOOK_MS = 2000;

/** The time of the test objects of the app, and the buttons that move it. */
export default function ClockBar() {
  const { data, reload } = useRead<TestClock>('clock');
  const [open, setOpen] = useState<'date' | 'reset' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isMoving = data?.status === 'advancing';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(reload, LOOK_MS);
    // What fell due is on the screens.
    return () => {
      clearInterval(timer);
      refreshAll();
    };
  }, [isMoving, reload]);
  if (!data) return null;
  const send = async (action: 'advanceClock' | 'freezeClock' | 'resetClock', body: object) => {
    const clock = await call<TestClock>(action, { body });
    if (action === 'advanceClock') toast(saying(clock));
    if (action === 'resetClock') toast(t('clock.reset.done'));
    refreshAll();
  };
  const press = (action: 'advanceClock' | 'freezeClock', body: object) => {
    if (isBusy || isMoving) return;
    setBusy(true);
    send(action, body)
      .catch((error: unknown) => toast(messageOf(faultOf(error))))
      .finally(() => setBusy(false));
  };
  const isStill = isBusy || isMoving;
  const close = () => setOpen(null);
  return (
    <section class="clock-bar" aria-label={t('clock')}>
      <span aria-live="polite">
        {isMoving && data.target
          ? t('clock.moving', { time: moment(data.target) })
          : t('clock.now', { time: moment(data.now) })}
      </span>
      {!isMoving && (data.frozen || data.real_time) && (
        <span class="soft">{t(data.frozen ? 'clock.frozen' : 'clock.real')}</span>
      )}
      {can('advanceClock') && (
        <span class="row">
          <button
            type="button"
            class="button"
            aria-disabled={isStill}
            onClick={() => press('advanceClock', { days: 1 })}
          >
            {t('clock.day')}
          </button>
          <button
            type="button"
            class="button"
            aria-disabled={isStill}
            onClick={() => press('advanceClock', { to: afterMonth(data.now) })}
          >
            {t('clock.month')}
          </button>
          <button type="button" class="button" aria-disabled={isStill} onClick={() => setOpen('date')}>
            {t('clock.to')}
          </button>
          {!data.frozen && (
            <button
              type="button"
              class="button"
              aria-disabled={isStill}
              onClick={() => press('freezeClock', {})}
            >
              {t('clock.freeze')}
            </button>
          )}
          {!data.real_time && (
            <button type="button" class="button" aria-disabled={isStill} onClick={() => setOpen('reset')}>
              {t('clock.reset')}
            </button>
          )}
        </span>
      )}
      {open === 'date' && (
        <FormDialog
          title={t('clock.to.title')}
          text={t('clock.to.text')}
          submit={t('clock.move')}
          onClose={close}
          onSubmit={async ({ to: at, freeze }) => {
            const to = at && new Date(at).toISOString();
            await send('advanceClock', { ...(to && { to }), freeze: freeze === 'on' });
            close();
          }}
        >
          <TextField name="to" label={t('clock.to.field')} type="datetime-local" isFocused />
          <CheckField name="freeze" label={t('clock.to.freeze')} isOn={data.frozen} />
        </FormDialog>
      )}
      {open === 'reset' && (
        <FormDialog
          title={t('clock.reset')}
          text={t('clock.reset.text')}
          submit={t('clock.reset')}
          isDangerous
          onClose={close}
          onSubmit={async () => {
            await send('resetClock', {});
            close();
          }}
        />
      )}
    </section>
  );
}

function saying({ status, target, now, stopped, ran }: TestClock): string {
  if (status === 'advancing') return t('clock.moving', { time: moment(target ?? now) });
  if (stopped) return t('clock.quota', { time: moment(now) });
  return counted('clock.ran', ran, { time: moment(now) });
}
