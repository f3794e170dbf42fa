import type { UserCaller } from './caller';

/** Access tokens that passport has verified before. null: passport has to verify this one. */
export abstract class VerifiedTokenCache {
  abstract callerOf(token: string): Promise<UserCaller> | null;
}

/** Verifies a transaction PIN and counts failures across hosts. Throws PIN_NOT_SET, PIN_LOCKED or INVALID_PIN. */
export abstract class PinVerifier {
  abstract verify(caller: UserCaller, pin: unknown): Promise<void>;
}
