import { Baseline1764115200000 } from './1764115200000-baseline';
import { SuggestedAmounts1764201600000 } from './1764201600000-suggested-amounts';
import { Team1764288000000 } from './1764288000000-team';
import { Brands1764374400000 } from './1764374400000-brands';
import { Refunds1764460800000 } from './1764460800000-refunds';
import { RefundCreditNotes1764504000000 } from './1764504000000-refund-credit-notes';
import { RefundAccounts1764547200000 } from './1764547200000-refund-accounts';
import { Chargebacks1764633600000 } from './1764633600000-chargebacks';
import { SimulatedChargebacks1764633600001 } from './1764633600001-simulated-chargebacks';
import { ConsoleCookies1764720000000 } from './1764720000000-console-cookies';
import { Trail1764806400000 } from './1764806400000-trail';
import { SearchTerms1764806400001 } from './1764806400001-search-terms';
import { Customers1764806400002 } from './1764806400002-customers';
import { RequestLog1764806400005 } from './1764806400005-request-log';

/** In the order in which they run. */
export const migrations = [
  Baseline1764115200000,
  SuggestedAmounts1764201600000,
  Team1764288000000,
  Brands1764374400000,
  Refunds1764460800000,
  RefundCreditNotes1764504000000,
  RefundAccounts1764547200000,
  Chargebacks1764633600000,
  SimulatedChargebacks1764633600001,
  ConsoleCookies1764720000000,
  Trail1764806400000,
  SearchTerms1764806400001,
  Customers1764806400002,
  RequestLog1764806400005,
];
