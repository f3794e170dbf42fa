import type { RowWrite } from '@app/write-path';
import type { AppCaller, Caller, UserCaller } from './caller';

/** Access tokens that passport has verified before. null: passport has to verify this one. */
export abstract class VerifiedTokenCache {
  abstract callerOf(token: string): Promise<UserCaller> | null;
}

/** Test apps as whom people act in the sandbox, without their keys. */
export abstract class OwnApps {
  /** Null where the person's account has no such test app, or it is revoked. */
  abstract testApp(person: UserCaller, appId: string): Promise<AppCaller | null>;
}

/** Verifies a transaction PIN and counts failures across hosts. Throws PIN_NOT_SET, PIN_LOCKED or INVALID_PIN. */
export abstract class PinVerifier {
  abstract verify(caller: UserCaller, pin: unknown): Promise<void>;
}

/** A write of a person that the activity of an account lists. */
export interface ActivityRequest {
  caller: UserCaller;
  /** File and action, e.g. `wallet.php/transfer`. */
  action: string;
  body: unknown;
  address: string;
  requestId: string;
}

/** What members did in the account of a business, and its owner with team, apps, brand and refunds. */
export abstract class ActivityLog {
  /** Makes the entry, which commits with the write: of its answer, and of the code of a refusal that commits. */
  abstract entryOf(request: ActivityRequest): (result: unknown, refusal: string | null) => RowWrite;
}

/** What the log of an account keeps of one of its requests. */
export interface AnsweredRequest {
  requestId: string;
  caller: Caller;
  /** Method, file and action, e.g. `POST business.php/payments/refund`. */
  operation: string;
  status: number;
  errorCode: string | null;
  ms: number;
  address: string;
  /** Whether the answer is that of an earlier request with the same idempotency key. */
  isReplayed: boolean;
  objectId: string | null;
}

/** The requests of accounts, for their developers. It never holds a request up. */
export abstract class RequestLog {
  abstract add(request: AnsweredRequest): void;
}
