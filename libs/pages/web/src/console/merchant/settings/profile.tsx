import {
  call,
  can,
  Card,
  CheckField,
  Facts,
  Fault,
  Form,
  Head,
  loadMe,
  Loading,
  nameOf,
  settings,
  t,
  TextField,
  toast,
  useRead,
} from '../../kit';
import type { Answer } from '../../wire';
import { Sections } from './sections';

/** The person signed in: names and phone, and what this browser remembers. */
export default function Profile() {
  const { data, fault, reload } = useRead<Answer<'authProfile'>>('profile');
  return (
    <>
      <Head title={t('settings')} />
      <Sections />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading />}
      {data && (
        <div class="stack">
          <Card title={t('settings.account')}>
            <Facts
              of={[
                [t('email'), data.email],
                data.business_name !== null && [t('settings.business'), data.business_name],
                [t('country'), nameOf('region', data.country_code)],
              ]}
            />
          </Card>
          <Card title={t('settings.profile')}>
            {can('updateProfile') && (
              <Form
                submit={t('settings.save')}
                onSubmit={async ({ first_name, last_name, phone }) => {
                  const body = { first_name, last_name, ...(phone && { phone }) };
                  await call('updateProfile', { body });
                  toast(t('settings.saved'));
                  await loadMe();
                  reload();
                }}
              >
                <TextField name="first_name" label={t('first_name')} value={data.first_name} />
                <TextField name="last_name" label={t('last_name')} value={data.last_name} />
                <TextField
                  name="phone"
                  label={t('settings.phone')}
                  type="tel"
                  value={data.phone ?? ''}
                  isOptional
                />
              </Form>
            )}
          </Card>
          <Card title={t('keys')}>
            <CheckField
              label={t('settings.keys')}
              isOn={settings.keys.value.value !== 'off'}
              onChange={(isOn) => settings.keys.set(isOn ? 'on' : 'off')}
            />
          </Card>
        </div>
      )}
    </>
  );
}
