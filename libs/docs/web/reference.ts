import styles from './reference.css';

/** What the explorer has read, as far as this script uses it. */
interface LoadedSpec {
  tags: { paths: Operation[] }[];
}
interface Operation {
  parameters?: { example?: unknown; default?: unknown; schema?: Values }[];
  requestBody?: { content: Record<string, Form> };
}
interface Form {
  example?: Record<string, unknown>;
  schema: { properties?: Record<string, Values> };
}
interface Values {
  default?: unknown;
  enum?: unknown[];
}

/** Gives the API reference the colours of the site, and the origin of this page as the server of its requests. */
const explorer = document.querySelector('openapi-explorer')!;
explorer.setAttribute('server-url', location.origin);

// The explorer fills in the example of a JSON body, but elsewhere only the default, or the first of several values.
explorer.addEventListener('spec-loaded', (event) => {
  const operations = (event as CustomEvent<LoadedSpec>).detail.tags.flatMap(({ paths }) => paths);
  for (const { parameters = [], requestBody } of operations) {
    for (const parameter of parameters) {
      parameter.default ??= parameter.example;
      putFirst(parameter.default, parameter.schema?.enum);
    }
    const { schema, example = {} } = requestBody?.content['multipart/form-data'] ?? {};
    for (const [name, field] of Object.entries(schema?.properties ?? {})) {
      field.default ??= example[name];
      // The form is not shown where values are not texts.
      field.enum = field.enum?.map(String);
      putFirst(String(field.default), field.enum);
    }
  }
});

const putFirst = (value: unknown, values: unknown[] = []) =>
  values.sort((one, other) => Number(other === value) - Number(one === value));

void customElements.whenDefined('openapi-explorer').then(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  explorer.shadowRoot!.adoptedStyleSheets = [...explorer.shadowRoot!.adoptedStyleSheets, sheet];
});
