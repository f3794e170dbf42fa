import { Icon, t, TextField, useRef, useState } from '../../kit';
import type { WrittenInvoice } from './invoice-parts';

type Item = WrittenInvoice['items'][number];

interface Props {
  items: Item[];
  /** After a line was added or removed. */
  onChange: () => void;
}

const MAX_LINES = 100;

/** The lines of an invoice. Their names are those under which the server refuses their fields. */
export function Lines({ items, onChange }: Props) {
  const first = useRef(items.length === 0 ? [undefined] : items).current;
  const [lines, setLines] = useState(() => first.map((item, id) => ({ id, item })));
  const next = useRef(first.length);
  const change = (changed: typeof lines) => {
    setLines(changed);
    onChange();
  };
  const add = () => change([...lines, { id: next.current++, item: undefined }]);
  return (
    <div class="lines">
      {lines.map(({ id, item }, place) => (
        <fieldset key={id} class="line">
          <legend class="hidden">{t('invoices.line', { place: place + 1 })}</legend>
          <TextField
            name={`items[${place}].description`}
            label={t('invoices.description')}
            value={item?.description}
            maxLength={500}
            isFocused={place > 0 && !item}
          />
          <TextField
            name={`items[${place}].quantity`}
            label={t('invoices.quantity')}
            value={String(item?.quantity ?? 1)}
            inputmode="decimal"
          />
          <TextField
            name={`items[${place}].unit_price`}
            label={t('invoices.price')}
            value={item && String(item.unit_price)}
            inputmode="decimal"
          />
          <TextField
            name={`items[${place}].tax_rate`}
            label={t('invoices.tax')}
            value={item?.tax_rate == null ? '' : String(item.tax_rate)}
            inputmode="decimal"
          />
          <button
            type="button"
            class="bare"
            disabled={lines.length === 1}
            aria-label={t('invoices.line.remove', { place: place + 1 })}
            onClick={() => change(lines.filter((line) => line.id !== id))}
          >
            <Icon name="close" />
          </button>
        </fieldset>
      ))}
      {lines.length < MAX_LINES && (
        <button type="button" class="button" onClick={add}>
          {t('invoices.line.add')}
        </button>
      )}
    </div>
  );
}
