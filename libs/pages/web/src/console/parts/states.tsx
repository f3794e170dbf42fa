import type { ComponentChildren } from 'preact';
import type { Refusal } from '../refusal';
import { label, t } from '../texts';
import { Icon, type IconName } from './icons';
import { Id } from './values';

/** What a list says that has nothing: the next step. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      {icon && <Icon name={icon} />}
      <h2>{title}</h2>
      {text && <p class="soft">{text}</p>}
      {children}
    </div>
  );
}
interface EmptyProps {
  icon?: IconName;
  title: string;
  text?: string;
  children?: ComponentChildren;
}

/** The message of a refusal: in the language of the page where its code has a text, else as the server wrote it. */
export function messageOf(refusal: Refusal): string {
  if (refusal.status === 0) return refusal.message || t('fault.offline');
  const seconds = refusal.answer.retry_after;
  const named = label('error', refusal.code);
  if (named !== refusal.code.replace(/[_-]+/g, ' ')) {
    return t(`error.${refusal.code}` as 'error.RATE_LIMITED', {
      minutes: typeof seconds === 'number' ? Math.ceil(seconds / 60) : 1,
    });
  }
  return refusal.message || t('fault.unknown');
}

export function Fault({ fault, again }: { fault: Refusal; again?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <div>
        <p>{messageOf(fault)}</p>
        {fault.requestId && (
          <p class="small">
            {t('fault.request')} <Id id={fault.requestId} name={t('fault.request')} />
          </p>
        )}
      </div>
      {again && (
        <button type="button" class="button" onClick={again}>
          {t('fault.again')}
        </button>
      )}
    </div>
  );
}

type NoticeKind = 'warn' | 'bad' | 'good' | 'calm';

/** One sentence about the state of what is shown, with its remedy as a button. */
export function Notice({ kind = 'warn', children, action }: NoticeProps) {
  return (
    <div class={`notice ${kind}`}>
      <p>{children}</p>
      {action}
    </div>
  );
}
interface NoticeProps {
  kind?: NoticeKind;
  children: ComponentChildren;
  action?: ComponentChildren;
}

/** Grey lines in the place of what is loading. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="hidden">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="bone" />
      ))}
    </div>
  );
}
