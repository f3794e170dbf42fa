import { clientDocument } from './client-document.mjs';
import { clientResources } from './client-resources.mjs';
import { clientTypes } from './client-types.mjs';

/** The generated files of the Node client and the types of staff actions for the console, from the documents in docs/openapi. */
export async function clientFiles() {
  const document = clientDocument();
  return {
    'packages/node/src/generated/resources.ts': clientResources(document),
    'packages/node/src/generated/types.ts': await clientTypes(document),
    'libs/pages/web/src/console/generated/staff.ts': await clientTypes(clientDocument(['staff'])),
  };
}
