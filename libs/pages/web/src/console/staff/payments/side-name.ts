import type { Row } from '../../wire';

type Side = Row<'adminEscrowDisputes'>['initiator'];

/** The name of a side of an escrow; guests have an e-mail address and no tag. */
export const sideName = (side: Side): string =>
  side.name ?? side.usertag ?? ('email' in side ? side.email : null) ?? '';
