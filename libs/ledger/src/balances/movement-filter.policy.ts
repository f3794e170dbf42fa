/** Which movements to find. */
export interface MovementFilter {
  type?: string;
  /** Matched against description and reference, and against `counterpartyIds`. */
  q?: string;
  /** Owners whose names match `q`; the caller looks them up. */
  counterpartyIds?: string[];
  from?: Date;
  to?: Date;
}

/** The SQL conditions of a filter on a leg `l` with its journal `j`; `bind` names a parameter. */
export function conditionsOf(filter: MovementFilter, bind: (value: unknown) => string): string[] {
  const conditions: string[] = [];
  if (filter.type) conditions.push(`l.type = ${bind(filter.type)}`);
  if (filter.from) conditions.push(`l.created_at >= ${bind(filter.from)}`);
  if (filter.to) conditions.push(`l.created_at < ${bind(filter.to)}`);
  if (filter.q) {
    const pattern = bind(`%${filter.q.replace(/[\\%_]/g, '\\$&')}%`);
    const owners = bind(filter.counterpartyIds ?? []);
    conditions.push(
      `(j.description ILIKE ${pattern} OR j.reference ILIKE ${pattern} OR l.counterparty_id = ANY(${owners}::uuid[]))`,
    );
  }
  return conditions;
}
