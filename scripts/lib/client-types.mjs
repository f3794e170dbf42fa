import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const HEAD = '/* Written by `npm run docs:api` from docs/openapi. */\n\n';
const { factory } = ts;

/** Types of the bodies, queries and answers of the Node client. Enums of answers accept values of later versions. */
export async function clientTypes(document) {
  const nodes = await openapiTypescript(document, {
    transform: openUnion,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  const isKept = (node) => ['components', 'operations'].includes(node.name?.text);
  return HEAD + astToString(nodes.filter(isKept));
}

/** The known values of a string, and `string & {}`, with which editors still suggest them. */
function openUnion({ type, 'x-values': values }) {
  if (!values) return undefined;
  const literals = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const anyString = factory.createParenthesizedType(
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  );
  const isNullable = Array.isArray(type) && type.includes('null');
  const absent = isNullable ? [factory.createLiteralTypeNode(factory.createNull())] : [];
  return factory.createUnionTypeNode([...literals, anyString, ...absent]);
}
