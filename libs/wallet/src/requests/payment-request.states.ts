import { StateMachine } from '@app/kernel';

export const REQUEST_STATUSES = ['pending', 'paid', 'declined', 'cancelled', 'expired'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export const REQUEST_DIRECTIONS = ['incoming', 'outgoing'] as const;
export type RequestDirection = (typeof REQUEST_DIRECTIONS)[number];
export type RequestVerb = 'pay' | 'decline' | 'cancel' | 'expire';

/** The asked account pays or declines, the asker cancels, and time expires it. */
export const requestStates = new StateMachine<RequestStatus, RequestVerb>('payment request', 'pending', {
  pending: { pay: 'paid', decline: 'declined', cancel: 'cancelled', expire: 'expired' },
  paid: {},
  declined: {},
  cancelled: {},
  expired: {},
});
