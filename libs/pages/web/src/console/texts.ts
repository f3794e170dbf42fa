import type approvals from '../../../src/locales/console/approvals/en.json';
import type audit from '../../../src/locales/console/audit/en.json';
import type balances from '../../../src/locales/console/balances/en.json';
import type chargebacks from '../../../src/locales/console/chargebacks/en.json';
import type testClock from '../../../src/locales/console/clock/en.json';
import type customers from '../../../src/locales/console/customers/en.json';
import type desk from '../../../src/locales/console/desk/en.json';
import type developers from '../../../src/locales/console/developers/en.json';
import type escrow from '../../../src/locales/console/escrow/en.json';
import type golive from '../../../src/locales/console/golive/en.json';
import type home from '../../../src/locales/console/home/en.json';
import type invoices from '../../../src/locales/console/invoices/en.json';
import type links from '../../../src/locales/console/links/en.json';
import type payments from '../../../src/locales/console/payments/en.json';
import type payouts from '../../../src/locales/console/payouts/en.json';
import type people from '../../../src/locales/console/people/en.json';
import type register from '../../../src/locales/console/register/en.json';
import type reports from '../../../src/locales/console/reports/en.json';
import type reviews from '../../../src/locales/console/reviews/en.json';
import type settings from '../../../src/locales/console/settings/en.json';
import type subscriptions from '../../../src/locales/console/subscriptions/en.json';
import type trail from '../../../src/locales/console/trail/en.json';
import type webhooks from '../../../src/locales/console/webhooks/en.json';
import type works from '../../../src/locales/console/works/en.json';
import type shell from '../../../src/locales/console/en.json';

/** Areas of the console with texts of their own, which load with their first screen. */
interface Areas {
  approvals: typeof approvals;
  audit: typeof audit;
  balances: typeof balances;
  chargebacks: typeof chargebacks;
  clock: typeof testClock;
  customers: typeof customers;
  desk: typeof desk;
  developers: typeof developers;
  escrow: typeof escrow;
  golive: typeof golive;
  home: typeof home;
  invoices: typeof invoices;
  links: typeof links;
  payments: typeof payments;
  payouts: typeof payouts;
  people: typeof people;
  register: typeof register;
  reports: typeof reports;
  reviews: typeof reviews;
  settings: typeof settings;
  subscriptions: typeof subscriptions;
  trail: typeof trail;
  webhooks: typeof webhooks;
  works: typeof works;
}
export type Area = keyof Areas;
type Names<T> = T extends unknown ? keyof T : never;
export type TextName = keyof typeof shell | Names<Areas[Area]>;

const texts: Record<string, string> = {};
let language = 'en';

/** The locale of dates and numbers. */
export let format = 'en';

type File = { default: Record<string, string> };

/** The texts of the shell. One chunk for each language and area: the console loads those that it shows. */
export async function loadTexts(lang: string): Promise<void> {
  language = lang;
  Object.assign(texts, ((await import(`../../../src/locales/console/${lang}.json`)) as File).default);
  // Readers see dates and numbers as in their country: `en` alone would give American dates to British readers.
  const own = globalThis.navigator?.language ?? lang;
  format = own.split('-')[0] === lang ? own : lang;
}

export async function loadArea(area: Area): Promise<void> {
  const file = (await import(`../../../src/locales/console/${area}/${language}.json`)) as File;
  Object.assign(texts, file.default);
}

type Values = Record<string, string | number>;

/** The text of this name, with its `{…}` replaced by the values. */
export function t(name: TextName, values: Values = {}): string {
  return texts[name]!.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''));
}

/** The text of a name that is put together at run time; the name's last part in words where it has none. */
export function label(kind: string, what: string): string {
  const name = `${kind}.${what}`;
  return texts[name] ?? what.replace(/[_-]+/g, ' ');
}

/** The text `<name>.one` or `<name>.other`, by the count, which is `{count}`. */
export function counted(name: string, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(format).select(count) === 'one' ? 'one' : 'other';
  return t(`${name}.${form}` as TextName, { count: number(count), ...values });
}

export const number = (value: number): string => new Intl.NumberFormat(format).format(value);

/** In the reader's time zone; with the year where it is another than this one. */
export function moment(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return new Intl.DateTimeFormat(format, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date);
}

/** The full time with its zone, for titles. */
export function fullMoment(iso: string): string {
  return new Intl.DateTimeFormat(format, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}
