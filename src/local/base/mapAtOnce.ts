/**
 * Yields what `map` makes of each element of a source, at most `atOnce` at a time, in the order in which they are
 * ready. Throws what either throws. Stops reading the source when the caller stops.
 */
export async function* mapAtOnce<From, To>(
  source: AsyncIterable<From>,
  atOnce: number,
  map: (from: From) => Promise<To>,
): AsyncGenerator<To, void> {
  const made: To[] = [];
  let failure: { readonly reason: unknown } | undefined;
  let underWay = 0;
  let isOver = false;
  let changed = Promise.withResolvers<undefined>();
  const change = () => {
    changed.resolve(undefined);
    changed = Promise.withResolvers();
  };
  const fail = (reason: unknown) => {
    failure ??= { reason };
  };
  const feed = async () => {
    for await (const element of source) {
      if (isOver) return;
      underWay++;
      map(element)
        .then((to) => made.push(to), fail)
        .finally(() => {
          underWay--;
          change();
        });
      // Read anew after each wait.
      while (underWay + made.length >= atOnce && !(isOver as boolean)) await changed.promise;
      if (isOver as boolean) return;
    }
  };
  let isFed = false;
  const feeding = feed()
    .catch(fail)
    .finally(() => {
      isFed = true;
      change();
    });
  try {
    for (;;) {
      const next = made.shift();
      if (next !== undefined) {
        change();
        yield next;
      } else if (failure) throw failure.reason;
      else if ((isFed as boolean) && underWay === 0) return;
      else await changed.promise;
    }
  } finally {
    isOver = true;
    change();
    void feeding;
  }
}
