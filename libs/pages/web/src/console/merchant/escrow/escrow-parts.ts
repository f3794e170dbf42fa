import { t } from '../../kit';
import type { Answer, Row } from '../../wire';

export type Escrow = Answer<'escrowDetail'>;
export type EscrowRow = Row<'escrowList'>;
export type Dispute = NonNullable<Escrow['dispute']>;

export const ESCROWS = '/dashboard/escrow';

type Party = Escrow['initiator'];

/** The name of a party; buyers without an account have an e-mail address or nothing. */
export const nameOf = (party: Party): string =>
  party.name ?? party.usertag ?? ('email' in party ? party.email : null) ?? t('escrow.guest');

/** The party on the other side of the reader. */
export const otherOf = ({ role, initiator, beneficiary }: EscrowRow): Party =>
  role === 'initiator' ? beneficiary : initiator;

/** Whether the other party has raised a dispute that the reader has not answered. */
export const isToAnswer = ({ role, dispute }: EscrowRow): boolean =>
  dispute !== null && dispute.status === 'open' && dispute.raised_by !== role;
