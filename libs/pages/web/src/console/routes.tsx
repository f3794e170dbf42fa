import type { ComponentProps } from 'preact';
import { ErrorBoundary } from 'preact-iso/lazy';
import { Route, Router } from 'preact-iso/router';
import { isOf } from './menu';
import { mode } from './mode';
import { NotFound } from './not-found';
import { screen } from './screen';
import { side } from './side';

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

const OpenDialogs = screen(() => import('./dialogs'));

/** Over all screens; they load with the first one. */
export function Dialogs(props: ComponentProps<typeof OpenDialogs>) {
  return (
    <ErrorBoundary>
      <OpenDialogs {...props} />
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

export function Screens({ onLoad }: { onLoad: (isLoading: boolean) => void }) {
  return (
    <Router onLoadStart={() => onLoad(true)} onLoadEnd={() => onLoad(false)}>
      {side.screens
        .filter(([path]) => isOf(mode.value, path))
        .map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
      <Route default component={NotFound} />
    </Router>
  );
}
