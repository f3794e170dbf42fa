/** Injection token: name of the host that this process serves. It decides which keys are accepted. */
export const HOST = Symbol('host');
