import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { number, t } from '../texts';
import { useQuery } from '../use-query';
import { Icon } from './icons';
import { Link } from './link';
import { useLocation } from 'preact-iso/router';

/** The states of a list as links, so that each has an address. */
export function Tabs({
  name,
  field,
  of,
}: {
  name: string;
  field: string;
  of: [value: string, text: string, count?: number][];
}) {
  const { path, query } = useLocation();
  const { test: _, page: __, cursor: ___, ...rest } = query;
  return (
    <nav class="tabs" aria-label={name}>
      {of.map(([value, text, count]) => (
        <Link
          key={value}
          path={path}
          query={{ ...rest, [field]: value || undefined }}
          current={(query[field] ?? '') === value}
        >
          {text}
          {count !== undefined && <span class="soft"> {number(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}

export function Filters({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={isOpen ? 'filters open' : 'filters'}>
      {children}
      <button
        type="button"
        class="button filters-more"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters')}
      </button>
    </div>
  );
}

/** Looks for what is typed after Enter, or when the field is left. */
export function SearchField({ field, name }: { field: string; name: string }) {
  const { query, set } = useQuery();
  const send = (text: string) =>
    text.trim() !== (query[field] ?? '') && set({ [field]: text.trim() || undefined });
  return (
    <form
      class="search-field"
      role="search"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        send(new FormData(event.currentTarget).get('text') as string);
      }}
    >
      <Icon name="search" />
      <input
        key={query[field]}
        type="search"
        name="text"
        aria-label={name}
        placeholder={name}
        defaultValue={query[field]}
        onBlur={(event) => send(event.currentTarget.value)}
      />
    </form>
  );
}

export function ChoiceFilter({ field, name, of }: { field: string; name: string; of: [string, string][] }) {
  const { query, set } = useQuery();
  return (
    <select
      aria-label={name}
      value={query[field] ?? ''}
      onChange={(event) => set({ [field]: event.currentTarget.value || undefined })}
    >
      {of.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

const dayOf = (daysAgo: number): string => {
  const date = new Date();
  date.setDate(date.getDate() - daysAgo);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

const RANGES = [1, 7, 30, 90] as const;

/** Days of a list: a range that ends today, or two dates. They are `from` and `to` of the address. */
export function DateRange() {
  const { query, set } = useQuery();
  const [isOwn, setOwn] = useState(false);
  const range = RANGES.find((days) => query.from === dayOf(days - 1) && !query.to);
  const isCustom = isOwn || ((query.from || query.to) && range === undefined);
  const choose = (value: string) => {
    setOwn(value === 'custom');
    if (value === 'custom') return;
    set({ from: value === '' ? undefined : dayOf(Number(value) - 1), to: undefined });
  };
  return (
    <>
      <select
        aria-label={t('range')}
        value={isCustom ? 'custom' : String(range ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{t('range.all')}</option>
        {RANGES.map((days) => (
          <option key={days} value={String(days)}>
            {t(`range.${days}`)}
          </option>
        ))}
        <option value="custom">{t('range.custom')}</option>
      </select>
      {isCustom && (
        <>
          {(['from', 'to'] as const).map((field) => (
            <input
              key={field}
              type="date"
              aria-label={t(`range.${field}`)}
              value={query[field] ?? ''}
              onChange={(event) => set({ [field]: event.currentTarget.value || undefined })}
            />
          ))}
        </>
      )}
    </>
  );
}
