import type { ValueTransformer } from 'typeorm';

/** Maps `bigint` columns, which hold amounts in smallest units, to BigInt. */
export const minorUnits: ValueTransformer = {
  to: (value: bigint | null | undefined) => value?.toString() ?? null,
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};
