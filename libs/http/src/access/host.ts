/** The host this process serves: decides which keys it takes. */
export const HOST = Symbol('host');
