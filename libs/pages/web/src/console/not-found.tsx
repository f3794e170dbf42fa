import { Head } from './parts/layout';
import { Link } from './parts/link';
import { t } from './texts';

export function NotFound() {
  return (
    <>
      <Head title={t('missing.title')} under={t('missing.text')} />
      <Link path="/dashboard" class="button">
        {t('missing.home')}
      </Link>
    </>
  );
}
