import {
  call,
  can,
  Dialog,
  Facts,
  Fault,
  faultOf,
  Id,
  Loading,
  Pill,
  t,
  Timeline,
  toast,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';

interface Props {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

/** One delivery: the text that was sent, each attempt with its answer, and sending it again. */
export function DeliveryDialog({ id, onClose, onDone }: Props) {
  const { data, fault, reload } = useRead<Answer<'businessWebhooksDelivery'>>('delivery', { id });
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call('redeliver', { body: { delivery_id: id } });
      toast(t('webhooks.resent'));
      onDone();
    } catch (error) {
      toast(faultOf(error).message);
    } finally {
      setBusy(false);
      reload();
    }
  };
  return (
    <Dialog title={data?.event ?? t('webhooks.delivery')} onClose={onClose} isWide>
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading />}
      {data && (
        <div class="stack">
          <Facts
            of={[
              [t('status'), <Pill status={data.status} />],
              [t('webhooks.event'), <Id id={data.event_id} name={t('webhooks.event')} />],
              ['ID', <Id id={data.id} />],
            ]}
          />
          <h3>{t('webhooks.body')}</h3>
          <pre class="break" tabIndex={0}>
            {prettyOf(data.body)}
          </pre>
          <h3>{t('webhooks.attempts')}</h3>
          <Timeline
            of={data.attempts.map((attempt) => {
              const isReceived = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
              return {
                at: attempt.at,
                tone: isReceived ? ('good' as const) : ('bad' as const),
                title: `${attempt.status ?? attempt.error ?? '–'} · ${attempt.latency_ms} ms`,
                detail: attempt.answer ? <pre class="break">{attempt.answer}</pre> : undefined,
              };
            })}
          />
          {can('redeliver') && (
            <button
              type="button"
              class="button primary"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || send())}
            >
              {isBusy ? t('busy') : t('webhooks.resend')}
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function prettyOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
