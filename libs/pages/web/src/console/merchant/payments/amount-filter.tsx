import { t, useQuery } from '../../kit';

const FIELDS = [
  ['min_amount', 'payments.min'],
  ['max_amount', 'payments.max'],
] as const;

/** The least and the greatest amount of a list, taken after Enter or when the field is left. */
export function AmountFilter() {
  const { query, set } = useQuery();
  return (
    <>
      {FIELDS.map(([field, text]) => (
        <input
          key={field + (query[field] ?? '')}
          size={14}
          inputmode="decimal"
          aria-label={t(text)}
          placeholder={t(text)}
          defaultValue={query[field]}
          onChange={(event) => set({ [field]: event.currentTarget.value.trim() || undefined })}
        />
      ))}
    </>
  );
}
