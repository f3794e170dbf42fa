import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { can, me } from './me';
import { isWithin, menu } from './menu';
import { mode, to } from './mode';
import { AccountSwitch, AvatarMenu, ModeSwitch } from './shell-menus';
import { Icon } from './parts/icons';
import { Link } from './parts/link';
import { Toasts } from './parts/toast';
import type { Refusal } from './refusal';
import { ClockBar, Dialogs, Screens } from './routes';
import { t } from './texts';
import { useIdle } from './use-idle';
import { useKeys } from './use-keys';

/** The frame of all screens behind the sign-in. */
export function Shell({ sandboxFault }: { sandboxFault: Refusal | null }) {
  const { path } = useLocation();
  const [isLoading, setLoading] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const help = useCallback(() => setHelp(true), []);
  const main = useRef<HTMLElement>(null);
  useKeys(help);
  useIdle();
  // A screen that was shown before does not load again, so that the end of loading alone would leave the menu open.
  useEffect(() => {
    if (!isLoading) document.getElementById('menu')?.hidePopover?.();
  }, [path, isLoading]);
  const isTest = mode.value === 'test';
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current!.focus();
        }}
      >
        {t('skip')}
      </a>
      <div class="shell">
        <div class="side" id="menu" popover="auto">
          <AccountSwitch />
          <nav aria-label={t('menu')}>
            {menu().map(([name, entries]) => (
              <div key={name} class="menu-group">
                {name && <p class="menu-name">{t(name)}</p>}
                {entries.map((entry) => (
                  <Link key={entry.path} path={entry.path} class="menu-link" current={isWithin(entry, path)}>
                    <Icon name={entry.icon} />
                    {t(entry.text)}
                  </Link>
                ))}
              </div>
            ))}
          </nav>
        </div>
        <div class="stage">
          {isTest && (
            <aside class="test-strip" aria-label={t('test.mode')}>
              <strong>{t('test.mode')}</strong> {sandboxFault ? t('test.away') : t('test.text')}
            </aside>
          )}
          {isTest && !sandboxFault && can('clock') && <ClockBar />}
          <header class="top">
            <button type="button" class="bare menu-button" popovertarget="menu" aria-label={t('menu')}>
              <Icon name="menu" />
            </button>
            {(can('staffFind') || can('payments')) && <Search />}
            <div class="top-end">
              {!me.value!.staff_role && <ModeSwitch path={path} />}
              <AvatarMenu help={help} />
            </div>
          </header>
          <main id="content" ref={main} tabIndex={-1} aria-busy={isLoading}>
            <Screens onLoad={setLoading} />
          </main>
        </div>
      </div>
      <Toasts />
      <Dialogs isHelp={isHelp} onHelpClose={() => setHelp(false)} />
    </>
  );
}

/** Opens the payment of an id, else the payments that the text finds; for staff, every object that has the name. */
function Search() {
  const { route } = useLocation();
  const isStaff = can('staffFind');
  const name = t(isStaff ? 'search.staff' : 'search.label');
  return (
    <form
      class="top-search"
      role="search"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        const text = (new FormData(event.currentTarget).get('q') as string).trim();
        if (text === '') return;
        if (isStaff) return route(to('/admin/find', { q: text }));
        const isId = /^cs_(live|test)_\w+$/.test(text);
        route(isId ? to(`/dashboard/payments/${text}`) : to('/dashboard/payments', { q: text }));
      }}
    >
      <Icon name="search" />
      <input id="search" type="search" name="q" aria-label={name} placeholder={name} autocomplete="off" />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
