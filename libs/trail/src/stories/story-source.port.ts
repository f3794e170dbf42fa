import type { Config } from '@app/config';

/** What a story can be of. */
export const STORY_TYPES = [
  'session',
  'refund',
  'withdrawal',
  'transfer',
  'transaction',
  'escrow',
  'invoice',
  'link',
  'subscription',
  'subscription_invoice',
  'deposit',
  'payroll',
  'chargeback',
  'account',
] as const;
export type StoryType = (typeof STORY_TYPES)[number];

export type EntryKind =
  'request' | 'payment' | 'gateway' | 'posting' | 'event' | 'webhook' | 'notice' | 'mail' | 'staff' | 'note';

/** SQL expressions over `from`. */
interface ObjectColumns {
  /** The public id, as text. */
  id: string;
  /** The primary key, a uuid. */
  key: string;
  /** The accounts that may see it, a uuid[]. */
  parties: string;
  mode?: string;
  status: string;
  amount: string;
  currency: string;
  title: string;
  at: string;
  /** Names under which events and staff refer to it, a text[]; default: its id. */
  names?: string;
  /** Ids of the objects that it belongs to, a text[]; null elements are left out. */
  links?: string;
  /** `<related type> <related id>` of its journals, a text[]. */
  booked?: string;
  /** `<related type> <reference>` of its journals, a text[], where the reference is ours. */
  bookedAs?: string;
  /** Natural keys of its journals, a text[]. */
  bookedOnce?: string;
  /** References under which it was sent to payment companies, a text[]. */
  sent?: string;
}

/**
 * How objects of one type are found. Conditions use $1: names (text[]), $2: those of them that are uuids (uuid[]), $3:
 * the account that asks (uuid[], empty for staff) and $4: whether staff ask.
 */
export interface StoryObjects {
  type: StoryType;
  from: string;
  columns: ObjectColumns;
  byId: string;
  /** By the names and keys of objects that it belongs to. Conditions of one list are read apart, each by its index. */
  byParent?: readonly string[];
  /** Further names that staff search for, e.g. references; $5: the text in lower case where it is an e-mail address. */
  search?: readonly string[];
  isForStaff?: boolean;
}

/** SQL expressions of an entry; `ok` true: it went well, false: it failed, null: neither. */
export interface EntryColumns {
  at: string;
  kind: EntryKind;
  /** An expression, such as a quoted text. */
  name: string;
  ok?: string;
  title: string;
  /** The public id of the object that it is about. */
  object: string;
  id: string;
  eventId?: string;
  /** In the smallest unit. */
  amount?: string;
  currency?: string;
  /** A jsonb object. */
  detail?: string;
}

/**
 * The part of the story that one lib tells, as SQL that is read together with that of all others. A list of them is given
 * to `TrailModule`, because an app may import fewer libs than have a part in a story.
 */
export interface StorySource {
  objects?: readonly StoryObjects[];
  /**
   * Queries of `entryOf`, with $1: keys of the objects (uuid[]), $2: their names (text[]), $3: the accounts whose events are
   * shown (uuid[]), $4: whether staff ask, $5: the mode, $6: references at payment companies (text[]).
   */
  entries?: readonly string[];
  /** Queries of `entryOf` for what events caused, with $1: ids of the events (uuid[]), $2: the accounts, $3: whether staff ask. */
  echoes?: readonly string[];
  /** Entries that are deleted after some days. */
  kept?: readonly { source: EntryKind; days: (config: Config) => number }[];
}
