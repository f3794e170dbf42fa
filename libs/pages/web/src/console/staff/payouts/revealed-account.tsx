import { Card, Facts, Id, label, t, useEffect } from '../../kit';
import type { Fact } from '../../parts/layout';
import type { Answer } from '../../wire';

export type Revealed = Answer<'adminPayoutsReveal'>['destination'];

const SHOWN_MS = 60_000;

/** An account in full, for a minute. */
export function RevealedAccount({ of: account, onHide }: { of: Revealed; onHide: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onHide, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [account]);
  const { type, ...fields } = account;
  const shown = Object.entries(fields).flatMap(([name, value]): Fact[] => {
    const title = label('desk.account', name);
    return value === null ? [] : [[title, <Id id={value} name={title} />]];
  });
  return (
    <Card
      title={label('method', type)}
      actions={
        <button type="button" class="button" onClick={onHide}>
          {t('desk.hide')}
        </button>
      }
    >
      <div class="stack">
        <Facts of={shown} />
        <p class="hint">{t('desk.reveal.hidden')}</p>
      </div>
    </Card>
  );
}
