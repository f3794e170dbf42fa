import type { UserCaller } from './caller';

/** Checks a person's transaction PIN; counts wrong tries across hosts. Throws PIN_NOT_SET, PIN_LOCKED or INVALID_PIN. */
export abstract class PinVerifier {
  abstract verify(caller: UserCaller, pin: unknown): Promise<void>;
}
