/** The roles of members in the account of a business. The owner has no row: a session of one's own has every capability. */
export const TEAM_ROLES = ['admin', 'developer', 'finance', 'support'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/** The roles that have each capability. What an action needs is in its policy; an action without one is closed to members. */
const HOLDERS = {
  /** Payments, links, invoices, escrows and the feed of events. */
  'payments:read': ['admin', 'developer', 'finance', 'support'],
  'payments:write': ['admin', 'finance'],
  /** To mail again what was sent before. */
  resend: ['admin', 'finance', 'support'],
  disputes: ['admin', 'finance', 'support'],
  /** Balances, transactions, payouts, reports and rates. */
  'money:read': ['admin', 'finance'],
  refunds: ['admin', 'finance'],
  'money:send': ['admin', 'finance'],
  payroll: ['admin', 'finance'],
  'apps:test': ['admin', 'developer'],
  webhooks: ['admin', 'developer'],
  /** Live apps and their keys: a live key can pay out. */
  'apps:live': ['admin'],
  brand: ['admin'],
  team: ['admin'],
  activity: ['admin'],
  /** What members do about themselves. */
  self: TEAM_ROLES,
} as const satisfies Record<string, readonly TeamRole[]>;

export type Capability = keyof typeof HOLDERS;

export const rolesWith = (capability: Capability): readonly TeamRole[] => HOLDERS[capability];

export function hasCapability(role: TeamRole, capability: Capability): boolean {
  return rolesWith(capability).includes(role);
}

/** What the activity of an account lists of its owner too, beside all that members write. */
export const RECORDED_OF_OWNERS: ReadonlySet<Capability | undefined> = new Set<Capability>([
  'team',
  'apps:test',
  'apps:live',
  'brand',
  'refunds',
]);
