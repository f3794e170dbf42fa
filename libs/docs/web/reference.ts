import styles from './reference.css';

/** What the explorer has read, as far as this script uses it. */
interface LoadedSpec {
  tags: { paths: Operation[] }[];
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Values> } }> };
}
interface Parameter {
  example?: unknown;
  default?: unknown;
  schema?: Values;
}
interface Values {
  enum?: unknown[];
}

/** Gives the API reference the colours of the site, and the origin of this page as the server of its requests. */
const explorer = document.querySelector('openapi-explorer')!;
explorer.setAttribute('server-url', location.origin);

explorer.addEventListener('spec-loaded', (event) => {
  const operations = (event as CustomEvent<LoadedSpec>).detail.tags.flatMap(({ paths }) => paths);
  for (const { parameters = [], requestBody } of operations) {
    parameters.forEach(fillIn);
    const form = requestBody?.content['multipart/form-data'];
    // The explorer shows a form only if the values to choose from are texts.
    for (const field of Object.values(form?.schema.properties ?? {})) field.enum = field.enum?.map(String);
  }
});

/** The explorer fills in the example of a body, but of a parameter only the default, or the first of its values. */
function fillIn(parameter: Parameter): void {
  parameter.default ??= parameter.example;
  const { default: value, schema } = parameter;
  schema?.enum?.sort((one, other) => Number(other === value) - Number(one === value));
}

void customElements.whenDefined('openapi-explorer').then(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  explorer.shadowRoot!.adoptedStyleSheets = [...explorer.shadowRoot!.adoptedStyleSheets, sheet];
});
