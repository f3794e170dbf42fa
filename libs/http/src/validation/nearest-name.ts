/** Longer names are not compared, because the work grows with the square of the length. */
const MAX_LENGTH = 64;
/** In names of up to this length one mistake is allowed, in longer ones two. */
const SHORT_LENGTH = 4;

/** The one name that `given` was most likely meant to be; undefined if none or several are as near. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    const most = Math.min(given.length, name.length) <= SHORT_LENGTH ? 1 : 2;
    if (Math.abs(given.length - name.length) > most) continue;
    const distance = damerauLevenshtein(given, name);
    if (distance > most || distance > least) continue;
    nearest = distance < least ? name : undefined;
    least = distance;
  }
  return nearest;
}

/** The least number of characters to insert, delete, replace or swap with their neighbour that makes `b` of `a`. */
function damerauLevenshtein(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], before![j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last![b.length]!;
}
