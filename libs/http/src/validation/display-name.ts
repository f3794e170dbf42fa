import { field, type Optional } from './field';
import { normalText } from './normal';
import { textFault } from './text';

/** What could be read as an address, also where it is written with characters that only look like these. */
const ADDRESS = /:\/\/|www[.\u3002]|[/@<>\u2044\u2215\u29f8]/;
/** The suffix of companies in some countries, such as "A/S". */
const COMPANY_SUFFIX = /(?<![\p{L}\p{N}])\p{L}\/\p{L}(?![\p{L}\p{N}])/gu;

interface NameOptions extends Optional {
  max: number;
  min?: number;
}

/** The name of a person, a business or an app: one line of text that shows something, and no address. */
export const DisplayName = (options: NameOptions) => nameField(options, (name) => name);

/** The registered name of a company, in which "A/S" and its like are allowed. */
export const CompanyName = (options: NameOptions) =>
  nameField(options, (name) => name.replace(COMPANY_SUFFIX, ''));

function nameField({ min = 1, max, ...options }: NameOptions, reduced: (name: string) => string) {
  return field(
    'name',
    (value) => nameFault(value, min, max, reduced),
    options,
    { type: 'string', maxLength: max },
    normalText(max),
  );
}

function nameFault(
  value: unknown,
  min: number,
  max: number,
  reduced: (name: string) => string,
): string | null {
  const fault = textFault(value, { min, max });
  if (fault !== null) return fault;
  const name = value as string;
  const shown = name.replace(/\p{Cf}/gu, '');
  const isAddress = [shown, shown.normalize('NFKC')].some((form) =>
    ADDRESS.test(reduced(form).toLowerCase()),
  );
  return isAddress ? 'must not contain an address or any of / @ < >' : null;
}
