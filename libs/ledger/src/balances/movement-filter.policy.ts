/** Which movements to find. */
export interface MovementFilter {
  type?: string;
  /** Found in description, reference, and the name and tag of the counterparty; an id finds its transaction. */
  q?: string;
  from?: Date;
  /** The instant before which. */
  to?: Date;
}

/** The parameters of `ledger.find_movements` for the type and the time. */
export const foundBy = ({
  type,
  from,
  to,
}: MovementFilter): [string | null, Date | string, Date | string] => [
  type ?? null,
  from ?? '-infinity',
  to ?? 'infinity',
];

export const isFiltered = ({ type, q, from, to }: MovementFilter): boolean =>
  [type, q, from, to].some((given) => given !== undefined);
