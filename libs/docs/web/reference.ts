import styles from './reference.css';

/** Gives the API reference the colours of the site, and the origin of this page as the server of its requests. */
const explorer = document.querySelector('openapi-explorer')!;
explorer.setAttribute('server-url', location.origin);

void customElements.whenDefined('openapi-explorer').then(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  explorer.shadowRoot!.adoptedStyleSheets = [...explorer.shadowRoot!.adoptedStyleSheets, sheet];
});
