import type { ValueTransformer } from 'typeorm';

/** Maps columns of `bigint` arrays, which hold amounts in smallest units, to BigInt. */
export const minorUnitsList: ValueTransformer = {
  to: (values: readonly bigint[] | undefined) => values?.map(String),
  from: (values: readonly string[]) => values.map(BigInt),
};

/** Maps `bigint` columns, which hold amounts in smallest units, to BigInt. */
export const minorUnits: ValueTransformer = {
  to: (value: bigint | null | undefined) => value?.toString() ?? null,
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};
