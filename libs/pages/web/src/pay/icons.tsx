import type { ComponentChildren } from 'preact';
import type { Brand } from './card';
import type { Method } from './wire';

const PATHS: Record<Method | 'lock', string> = {
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  wallet: 'M4 8h16v11H4zM4 8l11-4v4M20 12h-5v3h5',
  bank_transfer: 'M4 9l8-5 8 5zM6 9v8m4-8v8m4-8v8m4-8v8M4 20h16',
  ussd: 'M10 4L8 20m8-16l-2 16M4 9h16M4 15h16',
  mobile_money: 'M7 3h10v18H7zM11 18h2',
  extwallet: 'M14 4h6v6m0-6l-9 9M10 6H4v14h14v-6',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
};

/** A sign beside a text that says the same. */
export function Icon({ name }: { name: Method | 'lock' }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Simplified marks, drawn for this page: the ground, and what is on it. */
const MARKS: Partial<Record<Brand, [ground: string, sign: ComponentChildren]>> = {
  Visa: [
    '#1a1f71',
    <text x="16" y="14">
      VISA
    </text>,
  ],
  Mastercard: [
    '#20242c',
    <>
      <circle cx="12.5" cy="10" r="6" fill="#eb001b" />
      <circle cx="19.5" cy="10" r="6" fill="#f79e1b" />
      <path d="M16 5.1a6 6 0 0 1 0 9.8a6 6 0 0 1 0-9.8" fill="#ff5f00" />
    </>,
  ],
  Verve: [
    '#00425f',
    <>
      <circle cx="8" cy="10" r="5" fill="#ee312a" />
      <path d="M6 8l2 4l2-4" />
      <text x="21.5" y="13" font-size="8">
        erve
      </text>
    </>,
  ],
  Amex: [
    '#006fcf',
    <text x="16" y="13.2" font-size="8.5">
      AMEX
    </text>,
  ],
};
const ACCEPTED = Object.keys(MARKS) as Brand[];

/** The card that was recognised, else every card that is accepted. */
export function CardMarks({ brand }: { brand: Brand | null }) {
  const shown = brand === null ? ACCEPTED : [brand];
  return (
    <span class="marks" id="brand" role="img" aria-label={shown.join(', ')}>
      {shown.map((name) => {
        const [ground, sign] = MARKS[name] ?? [];
        return ground ? (
          <svg key={name} class="mark" viewBox="0 0 32 20">
            <rect width="32" height="20" rx="3" fill={ground} />
            {sign}
          </svg>
        ) : (
          <b key={name}>{name}</b>
        );
      })}
    </span>
  );
}
