import { loadMe, me, settings, start, t, useLocation } from '../kit';
import { SignInForm } from '../sign-in';
import { accountLink, Frame, nextPage } from './frame';

export default function Login() {
  const { query, route } = useLocation();
  const open = async () => {
    await loadMe();
    route(nextPage(query.next, me.value!.staff_role !== null), true);
  };
  return (
    <Frame title={t('signin.title', { name: start.platform })} after={accountLink()}>
      <SignInForm onSignedIn={() => void open()} />
      <a href={`${start.app}/forgot-password?lang=${settings.language.value.value}`}>{t('forgot')}</a>
    </Frame>
  );
}
