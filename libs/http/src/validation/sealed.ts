/** A value that shows nothing of what it holds to code that walks through objects. */
export class Sealed {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  open(): unknown {
    return this.#value;
  }
}

const fields = new WeakMap<object, string[]>();

/** Marks a field that goes past Nest's pipe as it came: the pipe drops keys such as "constructor" from every object. */
export const KeptAsGiven: PropertyDecorator = (prototype, name) => {
  fields.set(prototype, [...(fields.get(prototype) ?? []), String(name)]);
};

/** The input with its kept fields sealed, for the pipe; each `@Transform` on such a field opens it again. */
export function sealKeptFields(prototype: object, input: unknown): unknown {
  const kept = fields.get(prototype);
  if (!kept || typeof input !== 'object' || input === null) return input;
  const copy: Record<string, unknown> = { ...input };
  for (const name of kept) if (Object.hasOwn(copy, name)) copy[name] = new Sealed(copy[name]);
  return copy;
}
