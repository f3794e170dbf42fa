/** An OpenAPI document as the repository keeps it: without what differs between installations and versions. */
export function maskedDocument(document) {
  return {
    ...document,
    info: { ...document.info, version: 'current' },
    servers: [{ url: 'https://host.invalid' }],
  };
}

export const textOf = (document) => `${JSON.stringify(maskedDocument(document), null, 1)}\n`;
