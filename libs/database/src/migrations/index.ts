import { Core1763700000100 } from './1763700000100-core';
import { Ledger1763700000200 } from './1763700000200-ledger';
import { LedgerFunctions1763700000210 } from './1763700000210-ledger-functions';
import { ServiceAccounts1763700000220 } from './1763700000220-service-accounts';

/** In the order they run. */
export const migrations = [Core1763700000100, Ledger1763700000200, LedgerFunctions1763700000210, ServiceAccounts1763700000220];
