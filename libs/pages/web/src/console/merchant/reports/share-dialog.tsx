import { call, Dialog, Facts, FormDialog, t, Time, fullMoment, useState } from '../../kit';
import type { Answer } from '../../wire';
import type { Period } from './period';

type Shared = Answer<'analyticsReportLink'>;

/** Makes the address of a page with this report, which is shown with its end. */
export function ShareDialog({ period, onClose }: { period: Period; onClose: () => void }) {
  const [shared, setShared] = useState<Shared | null>(null);
  if (shared) return <SharedDialog shared={shared} onClose={onClose} />;
  return (
    <FormDialog
      title={t('reports.share')}
      text={t('reports.share.text')}
      submit={t('reports.share.make')}
      onClose={onClose}
      onSubmit={async (_, key) => setShared(await call<Shared>('shareReport', { body: period, key }))}
    >
      <p class="soft">{t('reports.share.end')}</p>
    </FormDialog>
  );
}

function SharedDialog({
  shared: { url, expires_at: end },
  onClose,
}: {
  shared: Shared;
  onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(url).then(() => setCopied(true));
  return (
    <Dialog title={t('reports.shared')} text={t('reports.shared.text')} onClose={onClose}>
      <div class="stack">
        <div class="secret">
          <span class="soft">{t('reports.address')}</span>
          <code class="break">{url}</code>
        </div>
        <Facts of={[[t('reports.works'), <Time at={end} text={fullMoment(end)} />]]} />
        <p class="row">
          <button type="button" class="button primary" onClick={copy}>
            {t(isCopied ? 'copied' : 'reports.copy')}
          </button>
          <a href={url} target="_blank" rel="noopener noreferrer" class="button">
            {t('reports.open')}
          </a>
          <a href={`${url}/flows.csv`} class="button" download>
            {t('reports.csv')}
          </a>
        </p>
      </div>
    </Dialog>
  );
}
