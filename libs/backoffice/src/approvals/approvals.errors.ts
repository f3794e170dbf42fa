import { DomainError, invalidState } from '@app/kernel';
import { HELD_STATUSES, type HeldStatus } from './held-action.states';

const forbidden = (message: string) => new DomainError('forbidden', 'FORBIDDEN', message);

const ENDED: Record<Exclude<HeldStatus, 'awaiting_approval'>, string> = {
  executed: 'has been approved already',
  refused: 'has been refused',
  withdrawn: 'has been withdrawn',
  expired: 'has expired',
  failed: 'has failed',
};

export const heldActionEnded = (status: (typeof HELD_STATUSES)[number]) =>
  invalidState(`This action ${status === 'awaiting_approval' ? 'awaits approval' : ENDED[status]}.`);
export const makersOwn = () => forbidden('Staff cannot approve or refuse an action that they asked for.');
export const sameOwner = () =>
  forbidden('This account shares a phone number or mailbox with the one that asked for the action.');
export const otherMakers = () => forbidden('Only the member of staff who asked for an action withdraws it.');
export const digestOutdated = () =>
  new DomainError(
    'conflict',
    'CONFLICT',
    'The digest is not that of the action as it would be carried out now. Read it again with show.',
  );
/** The object of an action changed after it was compared with its rule, so that it has to wait now. */
export const heldByNow = () =>
  new DomainError('conflict', 'CONFLICT', 'The object was changed meanwhile. Send the request again.');
/** Perhaps only on this host, while another version is being installed. */
export const actionUnknown = () =>
  new DomainError('conflict', 'CONFLICT', 'This version of the service does not offer the action.');
export const makerNotAllowed = () =>
  invalidState('The member of staff who asked for it may no longer do it.');
export const tooManyAwaiting = (max: number) =>
  new DomainError(
    'invalid',
    'LIMIT_REACHED',
    `${max} of your actions await approval. Withdraw some first.`,
    {},
    { decidedOnState: true },
  );

/** The action was refused when it was approved; its approval has ended. */
export const actionFailed = ({ code, message }: { code: string; message: string }) =>
  new DomainError(
    'conflict',
    'INVALID_STATE',
    `The action is no longer possible, and its approval has failed: ${message}`,
    { refusal: { error_code: code, message } },
    { decidedOnState: true },
  );
