import type { ComponentChildren } from 'preact';
import { Icon, start, t } from '../kit';

/** The frame of the pages before the sign-in. */
export function Frame({ title, text, children, after }: FrameProps) {
  document.title = `${title} · ${start.platform}`;
  return (
    <main class="entry">
      <p class="entry-name">
        <span class="logo">
          <Icon name="logo" />
        </span>
        {start.platform}
      </p>
      <section class="card entry-card">
        <h1>{title}</h1>
        {text && <p class="soft">{text}</p>}
        {children}
      </section>
      {after && <p class="entry-after">{after}</p>}
    </main>
  );
}
interface FrameProps {
  title: string;
  text?: string;
  children: ComponentChildren;
  after?: ComponentChildren;
}

/** The page after the sign-in: the one that asked for it, if it is one of the console. */
export const nextPage = (next: string | undefined, isStaff: boolean): string =>
  next && /^\/(dashboard|admin)(\/|\?|$)/.test(next) ? next : isStaff ? '/admin' : '/dashboard';

export const accountLink = () => (
  <>
    {t('register.instead')} <a href="/register">{t('register.link')}</a>
  </>
);
