import type { ValueTransformer } from 'typeorm';

/** `bigint` columns hold smallest units; in code they are BigInt. */
export const minorUnits: ValueTransformer = {
  to: (value: bigint | null | undefined) => value?.toString() ?? null,
  from: (value: string | null) => (value === null ? null : BigInt(value)),
};
