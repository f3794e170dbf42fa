import { mode } from '../mode';
import { me } from '../signed-in';
import { t } from '../texts';
import { SelectField } from './fields';
import type { Values } from './form';

const liveApps = () => (mode.value === 'live' ? me.value!.modes.live : []);

/** The app that what is made belongs to, where the account has several live ones. In test mode it is that of the page. */
export function AppField() {
  const apps = liveApps();
  if (apps.length < 2) return null;
  return (
    <SelectField
      name="app_id"
      label={t('app')}
      of={apps.map(({ app_id: id, app_name: name }) => [id, name] as const)}
    />
  );
}

export const appFields = ({ app_id: id }: Values) => (id ? { app_id: id } : {});
