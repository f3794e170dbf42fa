import type { DirectoryEntry } from '@app/accounts';
import type { EscrowTerms } from '@app/ledger';
import type { Escrow } from './escrow.aggregate';

export type EscrowRole = 'initiator' | 'beneficiary';

/** Both sides as they are known now; the initiator is null where the buyer has no account here. */
export interface EscrowParties {
  initiator: DirectoryEntry | null;
  beneficiary: DirectoryEntry;
}

/** What every event of an escrow tells of it. */
export function termsOf(escrow: Escrow, { initiator, beneficiary }: EscrowParties): EscrowTerms {
  const { id, amount, fee, description, initiatorId, initiatorEmail, beneficiaryId } = escrow;
  return {
    ...{ uuid: id, amount, fee, description, initiatorId, beneficiaryId },
    initiatorEmail: initiatorId === null ? initiatorEmail : null,
    initiator: initiator?.usertag ?? initiatorEmail,
    beneficiary: beneficiary.usertag,
    checkoutSessionId: escrow.checkoutSessionId,
    isTest: escrow.mode === 'test',
  };
}
