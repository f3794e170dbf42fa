import { Facts, label } from '../kit';

type Fields = Record<string, unknown>;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Fields of an object with their values; where `before` has another value, both. */
export function Changes({ before, after }: { before: Fields | null; after: Fields | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <Facts
      of={names.map((name) => {
        const [was, is] = [before?.[name], after?.[name]].map(textOf) as [string, string];
        const isChanged = before !== null && name in before && was !== is;
        return [
          label('field', name),
          isChanged ? (
            <>
              <del class="soft">{was}</del> → <ins>{is}</ins>
            </>
          ) : (
            is
          ),
        ];
      })}
    />
  );
}
