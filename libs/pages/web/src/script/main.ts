import { serveElements, serveScript } from './buttons';
import { close, open } from './checkout';
import type { CheckoutOptions } from './options';

const script = document.currentScript as HTMLScriptElement | null;
const host = script?.src ? new URL(script.src).origin : location.origin;

// A page may contain the script several times, once for each button: the first one handles the elements.
const page = window as unknown as { Checkout?: object };
if (!page.Checkout) {
  page.Checkout = { open: (options: CheckoutOptions) => open(options, host), close };
  serveElements(host);
}
if (script) serveScript(script, host);
