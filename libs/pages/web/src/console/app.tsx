import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadMe, loadTestMode, me } from './me';
import { mode, query } from './mode';
import { Fault, Loading } from './parts/states';
import { EntryPages, SecondFactorPage } from './routes';
import type { Refusal } from './refusal';
import { Shell } from './shell';
import { setSide } from './side';
import { faultOf } from './use-read';

const ENTRIES = ['/login', '/register'];

/** The pages before the sign-in, and the shell for all others. */
export function App() {
  const { path, url } = useLocation();
  const search = new URL(url, location.origin).search;
  if (query.peek() !== search) query.value = search;
  return ENTRIES.includes(path) ? <EntryPages /> : <SignedIn />;
}

function SignedIn() {
  const { path, route } = useLocation();
  const [fault, setFault] = useState<Refusal | null>(null);
  const [sandboxFault, setSandboxFault] = useState<Refusal | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const open = async () => {
    await loadMe();
    setSide(
      (await (me.value!.staff_role ? import('./staff/screens') : import('./merchant/screens'))).default,
    );
    setLoaded(true);
  };
  const load = () => {
    setFault(null);
    open().catch((error: unknown) => {
      const refusal = faultOf(error);
      if (refusal.status !== 401) return setFault(refusal);
      location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
    });
  };
  useEffect(load, []);
  useEffect(() => {
    setSandboxFault(null);
    if (isLoaded && mode.value === 'test')
      loadTestMode().catch((error: unknown) => setSandboxFault(faultOf(error)));
  }, [isLoaded, mode.value]);
  const isStaff = isLoaded && me.value!.staff_role !== null;
  useEffect(() => {
    // The address of the console itself leads to the dashboard.
    if (isStaff && path === '/dashboard') route('/admin', true);
  }, [isStaff, path]);
  if (isStaff && !me.value!.user.two_factor_enabled) return <SecondFactorPage />;
  if (isLoaded) return <Shell sandboxFault={sandboxFault} />;
  return <main class="alone">{fault ? <Fault fault={fault} again={load} /> : <Loading lines={6} />}</main>;
}
