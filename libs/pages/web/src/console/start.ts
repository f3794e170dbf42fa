/** What the server writes into the page. */
interface ConsoleStart {
  lang: string;
  /** The name of the service. */
  platform: string;
  /** The origin of test mode. */
  sandbox: string;
  /** The demo accounts that a button signs in; none outside development. */
  demo: string[];
  /** The base URL of the host on which people set a new password. */
  app: string;
}

export const start = JSON.parse(document.getElementById('start')!.textContent) as ConsoleStart;
