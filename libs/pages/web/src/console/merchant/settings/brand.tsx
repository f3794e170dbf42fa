import {
  AreaField,
  call,
  can,
  Card,
  Fault,
  FileField,
  Form,
  Head,
  Loading,
  Notice,
  PinField,
  t,
  TextField,
  toast,
  useRead,
} from '../../kit';
import type { Answer } from '../../wire';
import { Sections } from './sections';

const FIELDS = [
  'display_name',
  'color',
  'support_email',
  'support_phone',
  'support_url',
  'terms_url',
  'postal_address',
] as const;

/** Name, colour, logo and contacts on the pages, mails and invoices of the business. */
export default function Brand() {
  const { data, fault, reload } = useRead<Answer<'businessBrandGet'>>('brand');
  return (
    <>
      <Head title={t('settings')} />
      <Sections />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading />}
      {data?.display_name_status === 'pending' && <Notice>{t('settings.brand.pending')}</Notice>}
      {data?.display_name_status === 'rejected' && (
        <Notice kind="bad">{t('settings.brand.rejected', { why: data.display_name_reason ?? '' })}</Notice>
      )}
      {data && (
        <div class="stack">
          <Card title={t('settings.brand')}>
            <Form
              submit={t('settings.save')}
              onSubmit={async (values, key) => {
                const changed = FIELDS.filter((field) => values[field] !== (data[field] ?? ''));
                const body = {
                  ...Object.fromEntries(changed.map((field) => [field, values[field] || null])),
                  ...(values.pin && { pin: values.pin }),
                };
                await call('updateBrand', { body, key });
                toast(t('settings.saved'));
                reload();
              }}
            >
              <TextField
                name="display_name"
                label={t('name')}
                value={data.proposed_display_name ?? data.display_name ?? ''}
                hint={t('settings.brand.name')}
                maxLength={60}
              />
              <TextField
                name="color"
                label={t('settings.brand.color')}
                value={data.color ?? ''}
                placeholder="#1f4fd8"
                isOptional
              />
              <TextField
                name="support_email"
                label={t('email')}
                type="email"
                value={data.support_email ?? ''}
                isOptional
              />
              <TextField
                name="support_phone"
                label={t('settings.phone')}
                type="tel"
                value={data.support_phone ?? ''}
                isOptional
              />
              <TextField
                name="support_url"
                label={t('settings.brand.page')}
                type="url"
                value={data.support_url ?? ''}
                isOptional
              />
              <TextField
                name="terms_url"
                label={t('settings.brand.terms')}
                type="url"
                value={data.terms_url ?? ''}
                isOptional
              />
              <AreaField
                name="postal_address"
                label={t('settings.brand.post')}
                value={data.postal_address ?? ''}
                isOptional
              />
              <PinField isAlways />
            </Form>
          </Card>
          {can('uploadLogo') && (
            <Card title={t('settings.brand.logo')}>
              {data.logo_url && <img src={data.logo_url} alt={t('settings.brand.logo')} height={48} />}
              <Form
                submit={t('settings.brand.upload')}
                onSubmit={async (_, key, form) => {
                  await call('uploadLogo', { body: form, key });
                  toast(t('settings.saved'));
                  reload();
                }}
              >
                <FileField name="logo" label={t('settings.brand.file')} accept="image/jpeg,image/png" />
              </Form>
            </Card>
          )}
        </div>
      )}
    </>
  );
}
