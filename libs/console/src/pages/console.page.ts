import {
  EMPTY_ICON,
  html,
  htmlDocument,
  type Locale,
  type PageScript,
  scriptTags,
  styleTag,
  type Asset,
} from '@app/pages';
import type { DemoPerson } from '../sessions/console-session.dto';

export interface ConsoleShell {
  nonce: string;
  locale: Locale;
  platform: string;
  /** The base URL of the sandbox host, which the console calls in test mode. */
  sandbox: string;
  /** The base URL of the host on which people set a new password. */
  app: string;
  /** The people as whom this browser may sign in without a password. */
  demo: readonly DemoPerson[];
  style: Asset;
  script: PageScript;
}

/** The document in which the console draws its screens. */
export function consolePage({ nonce, locale, platform, style, script, ...start }: ConsoleShell): string {
  return htmlDocument({
    lang: locale,
    title: platform,
    theme: null,
    head: html`${EMPTY_ICON}${styleTag(style, nonce)}${scriptTags(
      { ...script, start: { lang: locale, platform, ...start } },
      nonce,
    )}`,
    body: html`<div id="app"></div>
      <noscript>${platform}: JavaScript is needed here.</noscript>`,
  });
}
