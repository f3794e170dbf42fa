import { can, Link, t, useLocation } from '../../kit';

/** The screens for developers as tabs, each with its address. */
export function Sections() {
  const { path } = useLocation();
  const sections = [
    ['/dashboard/developers', t('developers.apps'), can('apps')],
    ['/dashboard/developers/requests', t('developers.requests'), can('requests')],
    ['/dashboard/developers/events', t('developers.events'), can('events')],
  ] as const;
  return (
    <nav class="tabs" aria-label={t('developers')}>
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
