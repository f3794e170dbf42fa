/** Drawn for the console on a grid of 24. */
const PATHS = {
  home: 'M4 11l8-7 8 7M6 10v10h4v-6h4v6h4V10',
  payments: 'M3 6h18v12H3zM3 10h18M6 15h4',
  customers: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM4 21c0-4 3.600-6 8-6s8 2 8 6',
  subscriptions: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  invoices: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  links:
    'M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-1.500 1.500M14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l1.500-1.500',
  balances: 'M6 20V10M12 20V4M18 20v-7',
  payouts: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  reports: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  escrow: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  chargebacks: 'M12 4l9 16H3zM12 10v4M12 17v.010',
  webhooks: 'M9 8a3 3 0 1 1 4.500 2.600L17 17M10 9l-3.500 6A3 3 0 1 0 9 18h8M17 17a3 3 0 1 1-1 4',
  developers: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  golive: 'M5 12l5 5L20 6',
  settings:
    'M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.100 2.100M16.300 16.300l2.100 2.100M5.600 18.400l2.100-2.100M16.300 7.700l2.100-2.100',
  search: 'M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12zM15.500 15.500L20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14 6l-6 6 6 6',
  next: 'M10 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  check: 'M5 12l5 5L19 7',
  cross: 'M7 7l10 10M17 7L7 17',
  clock: 'M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM12 8v4l3 2',
  dot: 'M12 11a1 1 0 1 0 0 2a1 1 0 0 0 0-2z',
  more: 'M5 12v.010M12 12v.010M19 12v.010',
  open: 'M14 4h6v6M20 4l-9 9M10 6H4v14h14v-6',
  identity: 'M3 5h18v14H3zM8 9a2 2 0 1 0 0 4a2 2 0 0 0 0-4zM5 16c1-3 5-3 6 0M14 10h4M14 14h4',
  business: 'M4 20V6l8-3 8 3v14M3 20h18M9 9h.010M15 9h.010M9 13h.010M15 13h.010M10 20v-4h4v4',
  people: 'M9 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6zM3 19c0-6 12-6 12 0M16 6a3 3 0 0 1 0 5M17 14c3 0 4 2 4 5',
  logo: 'M12 4l8 8-8 8-8-8z',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign beside a text that says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
