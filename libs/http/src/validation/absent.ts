import { Transform, type TransformFnParams } from 'class-transformer';

/** Reads null as an absent value. */
export const absentIfNull = (value: unknown): unknown => (value === null ? undefined : value);

/** For optional fields whose null has no meaning of its own. */
export const AbsentIfNull = Transform(({ value }: TransformFnParams) => absentIfNull(value) as never);
