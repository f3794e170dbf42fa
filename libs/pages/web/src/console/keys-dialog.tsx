import { menu } from './menu';
import { Dialog } from './parts/dialog';
import { t, type TextName } from './texts';

const GENERAL: [key: string, text: TextName][] = [
  ['/', 'keys.search'],
  ['j', 'keys.next'],
  ['k', 'keys.previous'],
  ['Enter', 'keys.open'],
  ['?', 'keys.help'],
];

/** The keys of the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const screens = menu().flatMap(([, entries]) => entries);
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl class="keys">
        {GENERAL.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
        {screens.map(({ key, text }) => (
          <div key={text}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
