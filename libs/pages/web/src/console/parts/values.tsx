import { useEffect, useState } from 'preact/hooks';
import { fullMoment, label, moment, t } from '../texts';
import { Icon } from './icons';

export function Time({ at, text }: { at: string; text?: string }) {
  return (
    <time dateTime={at} title={fullMoment(at)}>
      {text ?? moment(at)}
    </time>
  );
}

type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'accent';

/** The colour of a status; its word says the same. */
const TONES: Record<string, Tone> = {
  paid: 'good',
  completed: 'good',
  active: 'good',
  healthy: 'good',
  delivered: 'good',
  approved: 'good',
  released: 'good',
  won: 'good',
  success: 'good',
  executed: 'good',
  declined: 'bad',
  failed: 'bad',
  failing: 'bad',
  overdue: 'bad',
  past_due: 'bad',
  rejected: 'bad',
  disputed: 'bad',
  lost: 'bad',
  opened: 'bad',
  refused: 'bad',
  frozen: 'bad',
  processing: 'accent',
  sent: 'accent',
  funded: 'accent',
  trialing: 'accent',
  contested: 'accent',
  running: 'accent',
  created: 'warn',
  pending: 'warn',
  partial: 'warn',
  responded: 'warn',
  awaiting_approval: 'warn',
};

export function Pill({ status }: { status: string }) {
  return <span class={`pill ${TONES[status] ?? 'calm'}`}>{label('status', status)}</span>;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, name }: { text: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" class="bare copy" onClick={copy} title={t('copy')}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span class="hidden" aria-live="polite">
        {isCopied ? t('copied') : t('copy.what', { name })}
      </span>
    </button>
  );
}

/** An id in a fixed-width face, with a button that copies it. */
export function Id({ id, name = 'ID' }: { id: string; name?: string }) {
  return (
    <span class="id">
      <code>{id}</code>
      <CopyButton text={id} name={name} />
    </span>
  );
}

/** A value that is shown once: the text says so, and it leaves the memory with the dialog. */
export function Secret({ name, value }: { name: string; value: string }) {
  return (
    <div class="secret">
      <span class="soft">{name}</span>
      <Id id={value} name={name} />
    </div>
  );
}
