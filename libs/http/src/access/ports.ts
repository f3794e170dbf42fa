import type { UserCaller } from './caller';

/** Knows access tokens whose signature passport found right before; null: passport has to look. */
export abstract class VerifiedTokenCache {
  abstract callerOf(token: string): Promise<UserCaller> | null;
}

/** Checks a person's transaction PIN; counts wrong tries across hosts. Throws PIN_NOT_SET, PIN_LOCKED or INVALID_PIN. */
export abstract class PinVerifier {
  abstract verify(caller: UserCaller, pin: unknown): Promise<void>;
}
