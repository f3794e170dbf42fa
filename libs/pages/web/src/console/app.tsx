import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadMe, loadTestMode, me } from './me';
import { mode, query } from './mode';
import { Fault, Loading } from './parts/states';
import { EntryPages, SecondFactorPage } from './routes';
import type { Refusal } from './refusal';
import { Shell } from './shell';
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
  const load = () => {
    setFault(null);
    loadMe().catch((error: unknown) => {
      const refusal = faultOf(error);
      if (refusal.status !== 401) return setFault(refusal);
      location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
    });
  };
  useEffect(() => {
    if (me.value === null) load();
  }, []);
  const isLoaded = me.value !== null;
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
