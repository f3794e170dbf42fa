import styles from './reference.css';

/** What the explorer has read, as far as this script uses it. */
interface LoadedSpec {
  tags: { paths: { parameters?: { example?: unknown; default?: unknown }[] }[] }[];
}

/** Gives the API reference the colours of the site, and the origin of this page as the server of its requests. */
const explorer = document.querySelector('openapi-explorer')!;
explorer.setAttribute('server-url', location.origin);

// The explorer fills in the example of a body, but of a parameter only the default.
explorer.addEventListener('spec-loaded', (event) => {
  const { tags } = (event as CustomEvent<LoadedSpec>).detail;
  for (const parameter of tags.flatMap(({ paths }) => paths.flatMap(({ parameters = [] }) => parameters)))
    parameter.default ??= parameter.example;
});

void customElements.whenDefined('openapi-explorer').then(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  explorer.shadowRoot!.adoptedStyleSheets = [...explorer.shadowRoot!.adoptedStyleSheets, sheet];
});
