import { type ComponentType } from 'preact';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { Route, Router } from 'preact-iso/router';
import { NotFound } from './not-found';
import { type Area, loadArea } from './texts';

const RELOADED = 'console.reloaded';

/**
 * A screen in a chunk of its own, with the texts of its areas. After a deploy the chunk of a page that was open before is
 * gone: the page is loaded anew, once.
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

const Clock = screen(() => import('./merchant/clock/clock-bar'), 'clock');

/** Above all screens of test mode. */
export function ClockBar() {
  return (
    <ErrorBoundary>
      <Clock />
    </ErrorBoundary>
  );
}

const SecondFactor = screen(() => import('./staff/second-factor'));

/** Of staff, before anything else where they have none. */
export function SecondFactorPage() {
  return (
    <ErrorBoundary>
      <SecondFactor />
    </ErrorBoundary>
  );
}

const InvoiceEditor = screen(() => import('./merchant/invoices/invoice-editor'), 'invoices');

const SCREENS: [path: string, component: ComponentType][] = [
  ['/dashboard', screen(() => import('./merchant/home'), 'home', 'payments')],
  ['/dashboard/payments', screen(() => import('./merchant/payments/payments'), 'payments')],
  ['/dashboard/payments/:id', screen(() => import('./merchant/payments/payment'), 'payments', 'trail')],
  [
    '/dashboard/subscriptions',
    screen(() => import('./merchant/subscriptions/subscriptions'), 'subscriptions'),
  ],
  ['/dashboard/subscriptions/plans', screen(() => import('./merchant/subscriptions/plans'), 'subscriptions')],
  [
    '/dashboard/subscriptions/:id',
    screen(() => import('./merchant/subscriptions/subscription'), 'subscriptions'),
  ],
  ['/dashboard/invoices', screen(() => import('./merchant/invoices/invoices'), 'invoices')],
  ['/dashboard/invoices/new', InvoiceEditor],
  ['/dashboard/invoices/:id', screen(() => import('./merchant/invoices/invoice'), 'invoices')],
  ['/dashboard/invoices/:id/edit', InvoiceEditor],
  ['/dashboard/links', screen(() => import('./merchant/links/links'), 'links')],
  ['/dashboard/links/:id', screen(() => import('./merchant/links/link'), 'links')],
  ['/dashboard/customers', screen(() => import('./merchant/customers/customers'), 'customers')],
  [
    '/dashboard/customers/:email',
    screen(() => import('./merchant/customers/customer'), 'customers', 'payments'),
  ],
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
  ['/admin/find', screen(() => import('./staff/trail/find'), 'trail')],
  ['/admin/find/:id', screen(() => import('./staff/trail/story'), 'trail')],
  ['/admin/identity', screen(() => import('./staff/reviews/identity'), 'reviews')],
  ['/admin/identity/:user/:id', screen(() => import('./staff/reviews/identity-document'), 'reviews')],
  ['/admin/businesses', screen(() => import('./staff/reviews/businesses'), 'reviews')],
  ['/admin/businesses/:id', screen(() => import('./staff/reviews/business'), 'reviews')],
  ['/admin/bvn', screen(() => import('./staff/reviews/bvn'), 'reviews')],
  ['/admin/bvn/:id', screen(() => import('./staff/reviews/bvn-review'), 'reviews')],
  ['/admin/names', screen(() => import('./staff/reviews/names'), 'reviews')],
  ['/admin/brands', screen(() => import('./staff/reviews/brands'), 'reviews')],
  ['/admin/approvals', screen(() => import('./staff/approvals/approvals'), 'approvals')],
  ['/admin/approvals/:id', screen(() => import('./staff/approvals/approval'), 'approvals')],
  ['/admin/people', screen(() => import('./staff/people/people'), 'people')],
  ['/admin/people/:id', screen(() => import('./staff/people/person'), 'people', 'audit')],
  ['/admin/audit', screen(() => import('./staff/audit/audit'), 'audit')],
  ['/admin/payouts', screen(() => import('./staff/payouts/payouts'), 'desk')],
  ['/admin/payouts/:id', screen(() => import('./staff/payouts/payout'), 'desk')],
  ['/admin/floats', screen(() => import('./staff/payouts/floats'), 'desk')],
  ['/admin/unapplied', screen(() => import('./staff/payments/unapplied'), 'desk')],
  ['/admin/refunds', screen(() => import('./staff/payments/refunds'), 'desk')],
  ['/admin/refunds/:id', screen(() => import('./staff/payments/refund'), 'desk')],
  ['/admin/disputes', screen(() => import('./staff/payments/disputes'), 'desk')],
  ['/admin/chargebacks', screen(() => import('./staff/payments/chargebacks'), 'desk')],
  ['/admin/chargebacks/:id', screen(() => import('./staff/payments/chargeback'), 'desk')],
  ['/admin/rates', screen(() => import('./staff/rates/rates'), 'desk')],
  ['/admin/charge-holds', screen(() => import('./staff/operations/charge-holds'), 'works')],
  ['/admin/deliveries', screen(() => import('./staff/operations/deliveries'), 'works')],
  ['/admin/jobs', screen(() => import('./staff/operations/jobs'), 'works')],
  ['/admin/ledger', screen(() => import('./staff/operations/ledger'), 'works')],
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
