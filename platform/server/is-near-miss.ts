/** One character too many, missing or different, or two swapped. Case does not count. */
export function isNearMiss(name: string, known: string): boolean {
  const a = name.toUpperCase();
  let at = 0;
  while (at < a.length && a[at] === known[at]) at += 1;
  const [restOfA, restOfB] = [a.slice(at), known.slice(at)];
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] &&
      restOfA[1] === restOfB[0] &&
      restOfA.slice(2) === restOfB.slice(2))
  );
}
