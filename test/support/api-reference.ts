import type { OpenAPIObject } from '@nestjs/swagger';

const documentAt = async (url: string): Promise<OpenAPIObject> =>
  (await (await fetch(url)).json()) as OpenAPIObject;

/** All operations of a host in one document: those of merchants and people, and on the business host those of staff. */
export async function wholeReference(host: string, baseUrl: string): Promise<OpenAPIObject> {
  const reference = await documentAt(`${baseUrl}/docs/openapi.json`);
  if (host !== 'business') return reference;
  const staff = await documentAt(`${baseUrl}/docs/staff/openapi.json`);
  return {
    ...reference,
    paths: { ...reference.paths, ...staff.paths },
    components: { schemas: { ...reference.components?.schemas, ...staff.components?.schemas } },
  };
}
