import { CURRENCIES } from '../currencies';
import { currency } from '../settings';
import { nameOf } from '../formats';
import { t } from '../texts';
import { SelectField } from './fields';

interface Props {
  name: string;
  value?: string;
  isHalf?: boolean;
}

/** The currency of what is made; the one that this browser used last comes first. */
export function CurrencyField({ name, value, isHalf }: Props) {
  return (
    <SelectField
      name={name}
      label={t('currency')}
      value={value ?? currency.value.value}
      isHalf={isHalf}
      onChange={(code) => currency.set(code)}
      of={CURRENCIES.map((code) => [code, `${code} · ${nameOf('currency', code)}`] as const)}
    />
  );
}
