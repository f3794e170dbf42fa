import { type ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { Route, Router } from 'preact-iso/router';
import { NotFound } from './not-found';
import { type Area, loadArea } from './texts';

const RELOADED = 'console.reloaded';

/**
 * A screen in a chunk of its own, with the texts of its areas. After a deploy the chunk of a page that was open before is gone: the page is loaded anew,
 * once.
 */
function screen(load: () => Promise<{ default: ComponentType }>, ...areas: Area[]) {
  return lazy(async () => {
    try {
      const [found] = await Promise.all([load(), ...areas.map(loadArea)]);
      sessionStorage.removeItem(RELOADED);
      return found;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED)) throw error;
      sessionStorage.setItem(RELOADED, '1');
      location.reload();
      return new Promise<never>(() => undefined);
    }
  });
}

const Login = screen(() => import('./entry/login'));
const Register = screen(() => import('./entry/register'), 'register');

export function EntryPages() {
  return (
    <Router>
      <Route path="/login" component={Login} />
      <Route path="/register" component={Register} />
      <Route default component={NotFound} />
    </Router>
  );
}

const SCREENS: [path: string, component: ComponentType][] = [
  ['/dashboard', screen(() => import('./merchant/home'), 'home', 'payments')],
  ['/dashboard/payments', screen(() => import('./merchant/payments/payments'), 'payments')],
  ['/dashboard/payments/:id', screen(() => import('./merchant/payments/payment'), 'payments')],
  ['/dashboard/webhooks', screen(() => import('./merchant/webhooks/webhooks'), 'webhooks')],
  ['/dashboard/webhooks/:id', screen(() => import('./merchant/webhooks/webhook'), 'webhooks')],
  ['/dashboard/developers', screen(() => import('./merchant/developers/apps'), 'developers')],
  ['/dashboard/developers/requests', screen(() => import('./merchant/developers/requests'), 'developers')],
  ['/dashboard/developers/events', screen(() => import('./merchant/developers/events'), 'developers')],
  ['/dashboard/golive', screen(() => import('./merchant/golive/go-live'), 'golive')],
  ['/dashboard/settings/brand', screen(() => import('./merchant/settings/brand'), 'settings')],
  ['/dashboard/settings', screen(() => import('./merchant/settings/profile'), 'settings')],
  ['/dashboard/settings/team', screen(() => import('./merchant/settings/team'), 'settings')],
  ['/dashboard/settings/security', screen(() => import('./merchant/settings/security'), 'settings')],
  ['/admin', screen(() => import('./staff/home'))],
];

export function Screens({ onLoad }: { onLoad: (isLoading: boolean) => void }) {
  return (
    <Router onLoadStart={() => onLoad(true)} onLoadEnd={() => onLoad(false)}>
      {SCREENS.map(([path, component]) => (
        <Route key={path} path={path} component={component} />
      ))}
      <Route default component={NotFound} />
    </Router>
  );
}
