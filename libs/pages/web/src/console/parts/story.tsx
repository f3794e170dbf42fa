import { useState } from 'preact/hooks';
import { read } from '../api';
import { day, money } from '../formats';
import { label, t, type TextName } from '../texts';
import type { Answer } from '../wire';
import { faultOf, type Reading } from '../use-read';
import type { Refusal } from '../refusal';
import { Facts } from './layout';
import { Fault, Loading, Notice } from './states';
import { type Entry, Timeline } from './timeline';
import { Id } from './values';

type Explanation = Answer<'transactionsExplain'>;
type Recorded = Explanation['entries'][number];
interface Leg {
  account: string;
  owner_id?: string;
  amount: number;
  currency: string;
}

interface Props {
  reading: Reading<Explanation>;
  /** Asks for the entries after the ones at hand. */
  action: 'explain' | 'staffStory';
  fields: Record<string, string | undefined>;
  /** Names of members of staff, by their ids. */
  people?: Record<string, string>;
}

/** What happened to an object, with its records. */
export function Story({ reading: { data, fault, reload }, action, fields, people = {} }: Props) {
  const [later, setLater] = useState<{ of: Explanation; entries: Recorded[]; next: string | null } | null>(
    null,
  );
  const [laterFault, setLaterFault] = useState<Refusal | null>(null);
  if (!data) return fault ? <Fault fault={fault} again={reload} /> : <Loading lines={6} />;
  // Read anew, the story begins again.
  const rest = later?.of === data ? later : { entries: [], next: data.next_cursor };
  const loadMore = () =>
    read<Explanation>(action, { ...fields, cursor: rest.next }).then(
      ({ entries, next_cursor: next }) =>
        setLater({ of: data, entries: [...rest.entries, ...entries], next }),
      (error: unknown) => setLaterFault(faultOf(error)),
    );
  return (
    <>
      <Gaps of={data.gaps} />
      <Timeline of={[...data.entries, ...rest.entries].map((entry) => shown(entry, people))} />
      {laterFault && <Fault fault={laterFault} />}
      {rest.next !== null && (
        <button type="button" class="button" onClick={() => void loadMore()}>
          {t('trail.more')}
        </button>
      )}
    </>
  );
}

function Gaps({ of: gaps }: { of: Explanation['gaps'] }) {
  const purged = gaps.filter(({ before }) => before !== null);
  if (purged.length === 0) return null;
  const kinds = purged.map(({ source }) => label('trail.kind', source)).join(', ');
  const from = purged
    .map(({ before }) => before!)
    .sort()
    .at(-1)!;
  return <Notice kind="calm">{t('trail.gap', { kinds, date: day(from) })}</Notice>;
}

function shown(entry: Recorded, people: Record<string, string>): Entry {
  const { at, kind, ok, name } = entry;
  const tone = ok === true ? 'good' : ok === false ? 'bad' : name.endsWith('.waiting') ? 'warn' : 'calm';
  return {
    at,
    tone,
    title: titleOf(entry, people),
    detail: kind === 'note' ? undefined : <Detail of={entry} />,
  };
}

/** In the language of the page where the name has a text, else as the server wrote it. */
function titleOf(
  { kind, name, title, amount, currency, detail }: Recorded,
  people: Record<string, string>,
): string {
  const sum = amount === null || currency === null ? '' : money(amount, currency);
  const who = people[String(detail.staff_id)] ?? '';
  if (kind === 'event') return t('trail.event', { event: name });
  if (kind === 'posting') return t('trail.posting', { title, amount: sum });
  if (kind === 'notice') return t('trail.notice', { title });
  if (kind === 'note') return `${who}: ${title}`;
  if (kind === 'staff') return [name, who].filter(Boolean).join(' · ');
  const isNamed = label('trail', name) !== name.replace(/[_-]+/g, ' ');
  const text = isNamed
    ? t(`trail.${name}` as TextName, {
        event: String(detail.event),
        mail: String(detail.type),
        why: whyOf(detail),
      })
    : title;
  return [text, kind === 'payment' && sum].filter(Boolean).join(' · ');
}

/** Why a payment was not accepted, in words. */
export const whyOf = ({ failure }: Record<string, unknown>): string =>
  label('trail.failure', typeof failure === 'string' ? failure : 'declined');

function Detail({ of: { ids, detail } }: { of: Recorded }) {
  const { legs, staff_id: _, ...facts } = detail as { legs?: Leg[]; staff_id?: string };
  return (
    <Facts
      of={[
        ...Object.entries(facts as Record<string, unknown>)
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]): [string, string] => [
            label('trail.fact', name),
            typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
          ]),
        ...(legs ?? []).map((leg): [string, string] => [
          label('trail.account', leg.account),
          money(leg.amount, leg.currency),
        ]),
        ['ID', <Id id={ids.id} />],
        ids.event !== null && ids.event !== ids.id && [t('trail.event.id'), <Id id={ids.event} />],
      ]}
    />
  );
}
