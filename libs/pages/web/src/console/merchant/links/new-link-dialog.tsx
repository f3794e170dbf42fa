import { AreaField, call, CurrencyField, FormDialog, t, TextField, toast, useState } from '../../kit';
import type { PaymentLink } from './link-parts';

interface Props {
  onClose: () => void;
  onDone: (id: string) => void;
}

export function NewLinkDialog({ onClose, onDone }: Props) {
  const [isFree, setFree] = useState(true);
  return (
    <FormDialog
      title={t('links.new')}
      submit={t('links.create')}
      onClose={onClose}
      onInput={({ amount }) => setFree(!amount)}
      onSubmit={async (values, key) => {
        const { max_uses: uses, expires_at: ends, ...texts } = values;
        const given = Object.entries(texts).filter(([, text]) => text !== '');
        const body = {
          ...Object.fromEntries(given),
          ...(uses && { max_uses: Number(uses) }),
          ...(ends && { expires_at: new Date(ends).toISOString() }),
        };
        const { id } = await call<PaymentLink>('createLink', { body, key });
        toast(t('links.created'));
        onClose();
        onDone(id);
      }}
    >
      <TextField
        name="title"
        label={t('links.title')}
        hint={t('links.title.hint')}
        maxLength={200}
        isFocused
      />
      <div class="two">
        <TextField
          name="amount"
          label={t('links.amount')}
          hint={t('links.amount.hint')}
          inputmode="decimal"
          isOptional
          isHalf
        />
        <CurrencyField name="currency" isHalf />
        {isFree && (
          <>
            <TextField name="min_amount" label={t('links.min')} inputmode="decimal" isOptional isHalf />
            <TextField name="max_amount" label={t('links.max')} inputmode="decimal" isOptional isHalf />
          </>
        )}
      </div>
      <AreaField name="description" label={t('links.description')} rows={2} isOptional maxLength={500} />
      <div class="two">
        <TextField
          name="max_uses"
          label={t('links.max_uses')}
          hint={t('links.max_uses.hint')}
          inputmode="numeric"
          isOptional
          isHalf
        />
        <TextField name="expires_at" label={t('links.expires')} type="datetime-local" isOptional isHalf />
      </div>
      <TextField
        name="success_url"
        label={t('links.success_url')}
        type="url"
        isOptional
        placeholder="https://"
      />
    </FormDialog>
  );
}
