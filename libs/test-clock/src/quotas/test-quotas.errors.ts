import { DomainError } from '@app/kernel';
import { MAX_ACCOUNT_EVENTS, MAX_APP_EVENTS, MAX_OPEN_OBJECTS } from './test-quotas.policy';

const limitReached = (message: string) =>
  new DomainError('invalid', 'LIMIT_REACHED', message, {}, { decidedOnState: true });

const shown = (count: number) => count.toLocaleString('en');

export const appFull = (max: number, endpoints: number, days: number) =>
  limitReached(
    max < MAX_APP_EVENTS
      ? `This test app has ${endpoints} webhook endpoints and can keep ${shown(max)} events with them. Remove endpoints, ` +
          `use another test app, or wait: events are deleted after ${days} days.`
      : `This test app can keep ${shown(max)} events. Use another test app, or wait: events are deleted after ${days} days.`,
  );

export const accountFull = (days: number) =>
  limitReached(
    `The test apps of an account can keep ${shown(MAX_ACCOUNT_EVENTS)} events together. Events are deleted after ${days} days.`,
  );

export const tooManyOpen = () =>
  limitReached(
    `A test app can have ${shown(MAX_OPEN_OBJECTS)} open sessions, subscriptions, invoices and payment links. End some, ` +
      'reset the test clock, which ends all but drafts, invoices that are paid in part and links without an expiry, or use ' +
      'another test app.',
  );
