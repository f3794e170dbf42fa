import { useState } from 'preact/hooks';
import { read } from './api';
import { me } from './me';
import { isOf } from './menu';
import { type Mode, mode, to } from './mode';
import { Icon } from './parts/icons';
import { toast } from './parts/toast';
import { openAccount, signOut } from './session';
import { applyTheme, language, LANGUAGES, THEMES, theme } from './settings';
import { label, t } from './texts';
import { faultOf } from './use-read';

interface Account {
  account_id: string;
  name: string;
  role: string;
  current: boolean;
}

const report = (error: unknown) => toast(faultOf(error).message || t('fault.unknown'));

/** The account that the console shows, and the others that this person may open. */
export function AccountSwitch() {
  const [accounts, setAccounts] = useState<Account[] | null>(null);
  const { account, staff_role: staffRole } = me.value!;
  const load = () => {
    if (accounts === null) void read<Account[]>('accounts').then(setAccounts, () => setAccounts([]));
  };
  return (
    <div class="account">
      <button type="button" class="account-button" popovertarget="accounts" onClick={load}>
        <span class="logo">
          <Icon name="logo" />
        </span>
        <span class="account-name">
          <strong>{account.name}</strong>
          <span class="soft">{label('role', staffRole ?? account.role)}</span>
        </span>
        <Icon name="down" />
      </button>
      <div class="pop" id="accounts" popover="auto">
        <p class="menu-name">{t('account.switch')}</p>
        {accounts?.map(({ account_id: id, name, role, current }) => (
          <button
            key={id}
            type="button"
            class="pop-item"
            aria-current={current ? 'true' : undefined}
            onClick={() => void openAccount(id).catch(report)}
          >
            <span>
              {name} <span class="soft">{label('role', role)}</span>
            </span>
            {current && <Icon name="check" />}
          </button>
        ))}
        {accounts?.length === 0 && <p class="pop-text soft">{t('account.none')}</p>}
      </div>
    </div>
  );
}

/** A detail has no counterpart in the other mode: the switch opens its list there, else the home page. */
function counterpart(path: string, other: Mode): string {
  const list = path.split('/').slice(0, 3).join('/');
  return to(isOf(other, list) ? list : '/dashboard', {}, other);
}

/** Only accounts with a test app have a test mode. */
export function ModeSwitch({ path }: { path: string }) {
  if (me.value!.modes.test.length === 0) return null;
  return (
    <nav class="switch" aria-label={t('mode')}>
      <a href={counterpart(path, 'live')} aria-current={mode.value === 'live' ? 'true' : undefined}>
        {t('mode.live')}
      </a>
      <a href={counterpart(path, 'test')} aria-current={mode.value === 'test' ? 'true' : undefined}>
        {t('mode.test')}
      </a>
    </nav>
  );
}

/** Who is signed in, with what this browser remembers and the way out. */
export function AvatarMenu({ help }: { help: () => void }) {
  const { user } = me.value!;
  const name = `${user.first_name} ${user.last_name}`;
  const hide = () => document.getElementById('avatar')!.hidePopover();
  return (
    <>
      <button type="button" class="avatar" popovertarget="avatar">
        <span aria-hidden="true">{`${user.first_name[0] ?? ''}${user.last_name[0] ?? ''}`}</span>
        <span class="hidden">{t('avatar', { name })}</span>
      </button>
      <div class="pop" id="avatar" popover="auto">
        <p class="pop-text">
          <strong>{name}</strong>
          <span class="soft break">{user.email}</span>
        </p>
        <fieldset class="pop-choice">
          <legend>{t('theme')}</legend>
          {THEMES.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="theme"
                checked={theme.value.value === choice}
                onChange={() => {
                  theme.set(choice);
                  applyTheme();
                }}
              />
              {t(`theme.${choice}`)}
            </label>
          ))}
        </fieldset>
        <fieldset class="pop-choice">
          <legend>{t('language')}</legend>
          {LANGUAGES.map(([code, own]) => (
            <label key={code} lang={code}>
              <input
                type="radio"
                name="language"
                checked={language.value.value === code}
                onChange={() => {
                  language.set(code);
                  location.reload();
                }}
              />
              {own}
            </label>
          ))}
        </fieldset>
        <div onClick={hide}>
          <button type="button" class="pop-item" onClick={help}>
            {t('keys')}
          </button>
          <button type="button" class="pop-item" onClick={() => void signOut().catch(report)}>
            {t('signout')}
          </button>
        </div>
      </div>
    </>
  );
}
