import { can, Link, t, useLocation } from '../../kit';

/** The settings as tabs, each with its address. */
export function Sections() {
  const { path } = useLocation();
  const sections = [
    ['/dashboard/settings', t('settings.profile'), true],
    ['/dashboard/settings/team', t('settings.team'), can('members')],
    ['/dashboard/settings/brand', t('settings.brand'), can('brand') && can('updateBrand')],
    ['/dashboard/settings/security', t('settings.security'), true],
  ] as const;
  return (
    <nav class="tabs" aria-label={t('settings')}>
      {sections.map(
        ([address, name, isShown]) =>
          isShown && (
            <Link key={address} path={address} current={path === address}>
              {name}
            </Link>
          ),
      )}
    </nav>
  );
}
