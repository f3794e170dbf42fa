import {
  AreaField,
  call,
  Card,
  CheckField,
  Columns,
  CurrencyField,
  Form,
  Link,
  messageOf,
  SelectField,
  settings,
  t,
  TextField,
  to,
  useEffect,
  useLocation,
  useRef,
  useState,
  valuesOf,
} from '../../kit';
import { useDryRun } from '../../use-dry-run';
import { bodyOf, type InvoiceBody, previewOf } from './invoice-body';
import { Lines } from './invoice-lines';
import { type Invoice, INVOICES, type WrittenInvoice } from './invoice-parts';
import { Totals } from './invoice-totals';

/** Writes a draft. Its totals are those of the server's dry run, asked for as the fields change. */
export function InvoiceForm({ draft }: { draft?: Invoice }) {
  const { route } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<InvoiceBody | null>(null);
  const [changes, setChanges] = useState(0);
  const read = () => setBody(bodyOf(valuesOf(new FormData(box.current!.closest('form')!)), draft?.id));
  useEffect(read, [changes]);
  const action = draft ? 'updateInvoice' : 'createInvoice';
  const { preview, fault } = useDryRun<WrittenInvoice>(action, body && previewOf(body));
  return (
    <Form
      submit={t('invoices.save')}
      onInput={read}
      beside={
        <Link path={draft ? `${INVOICES}/${draft.id}` : INVOICES} class="button">
          {t('cancel')}
        </Link>
      }
      onSubmit={async (values, key) => {
        const written = await call<WrittenInvoice>(action, { body: bodyOf(values, draft?.id), key });
        route(to(`${INVOICES}/${written.id}`));
      }}
    >
      <div ref={box}>
        <Columns
          main={
            <>
              <Card title={t('invoices.client')}>
                <div class="two">
                  <TextField
                    name="client_name"
                    label={t('name')}
                    value={draft?.client_name}
                    maxLength={200}
                    isFocused={!draft}
                    isHalf
                  />
                  <TextField
                    name="client_email"
                    label={t('email')}
                    type="email"
                    value={draft?.client_email}
                    isHalf
                  />
                </div>
              </Card>
              <Card title={t('invoices.lines')}>
                <Lines items={draft?.items ?? []} onChange={() => setChanges((last) => last + 1)} />
              </Card>
              <Card title={t('invoices.terms')}>
                <Terms draft={draft} />
              </Card>
            </>
          }
          side={
            <Card title={t('invoices.total')}>
              <div aria-live="polite">
                {preview && <Totals of={preview} />}
                {fault && <p class="field-error">{messageOf(fault)}</p>}
                {!preview && !fault && <p class="soft">{t('invoices.totals.none')}</p>}
              </div>
            </Card>
          }
        />
      </div>
    </Form>
  );
}

function Terms({ draft }: { draft?: Invoice }) {
  const discount = draft && draft.discount_percent > 0 ? String(draft.discount_percent) : '';
  return (
    <div class="stack">
      <div class="two">
        <CurrencyField name="currency_code" value={draft?.currency_code} isHalf />
        <TextField
          name="due_date"
          label={t('invoices.due')}
          type="date"
          value={draft?.due_date ?? ''}
          isOptional
          isHalf
        />
        <TextField
          name="discount_percent"
          label={t('invoices.discount')}
          value={discount}
          inputmode="decimal"
          isOptional
          isHalf
        />
        <SelectField
          name="language"
          label={t('invoices.language')}
          value={draft?.language ?? settings.language.value.value}
          of={settings.LANGUAGES}
          isHalf
        />
      </div>
      <AreaField
        name="notes"
        label={t('invoices.notes')}
        value={draft?.notes ?? ''}
        isOptional
        maxLength={2000}
      />
      <CheckField name="allow_partial" label={t('invoices.partial')} isOn={draft?.allow_partial} />
      <CheckField
        name="reminders"
        label={t('invoices.reminders')}
        hint={t('invoices.reminders.hint')}
        isOn={draft?.reminders ?? true}
      />
    </div>
  );
}
