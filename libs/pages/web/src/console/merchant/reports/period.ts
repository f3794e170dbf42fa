const PERIODS = ['7d', '30d', '90d'] as const;

export interface Period {
  period: (typeof PERIODS)[number] | 'custom';
  from?: string;
  to?: string;
  timezone: string;
  currency?: string;
}

/** The period that the address names; null while its own dates are not both chosen, or not in order. */
export function periodOf({ period, from, to, currency }: Record<string, string>): Period | null {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const wallet = { timezone, ...(currency && { currency }) };
  if (period !== 'custom') return { period: PERIODS.find((one) => one === period) ?? '30d', ...wallet };
  return from && to && from <= to ? { period, from, to, ...wallet } : null;
}
