import type { ComponentChildren } from 'preact';
import { clock, day } from '../formats';
import { fullMoment } from '../texts';
import { Icon, type IconName } from './icons';

export interface Entry {
  at: string;
  title: ComponentChildren;
  tone?: 'good' | 'bad' | 'warn' | 'calm';
  /** Opens below the title. */
  detail?: ComponentChildren;
}

const SIGNS: Record<string, IconName> = { good: 'check', bad: 'cross', warn: 'clock' };

/** What happened to an object, by day, the first thing first. */
export function Timeline({ of }: { of: Entry[] }) {
  const entries = [...of].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const dayAt = (place: number) => entries[place] && day(entries[place].at, 'full');
  return (
    <ol class="timeline">
      {entries.map((entry, place) => (
        <li key={`${entry.at} ${place}`}>
          {dayAt(place) !== dayAt(place - 1) && <p class="timeline-day">{dayAt(place)}</p>}
          <span class={`sign ${entry.tone ?? 'calm'}`}>
            <Icon name={SIGNS[entry.tone ?? ''] ?? 'dot'} />
          </span>
          {entry.detail ? (
            <details>
              <summary>
                <Line {...entry} />
                <Icon name="down" />
              </summary>
              <div class="timeline-detail">{entry.detail}</div>
            </details>
          ) : (
            <div class="timeline-line">
              <Line {...entry} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

const Line = ({ at, title }: Entry) => (
  <>
    <span class="timeline-title">{title}</span>
    <time dateTime={at} title={fullMoment(at)}>
      {clock(at)}
    </time>
  </>
);
