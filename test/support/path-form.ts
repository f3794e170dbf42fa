/** The address of an action with its names in the path: `wallet.php?action=balance&x=1` is `wallet.php/balance?x=1`. */
export function pathForm(address: string): string {
  return address.replace(
    /\?(?:section=([a-z0-9-]+)&)?action=([a-z0-9-]+)(&?)/,
    (_, section?: string, action?: string, more?: string) =>
      [section && `/${section}`, `/${action}`, more && '?'].filter(Boolean).join(''),
  );
}
