/**
 * The address with parameters after its own, before its fragment. The given characters stay as they are, so that a
 * signed address remains valid.
 */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const [, given = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = !given.includes('?') ? '?' : /[?&]$/.test(given) ? '' : '&';
  return given + separator + added.join('&') + fragment;
}
