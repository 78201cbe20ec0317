/** So many bytes may be in memory at once; whoever wants more waits. First come, first served. */

export interface ByteBudget {
  /** Does the work once there is room for its bytes. Work that is larger than the budget is done alone. */
  spend<Value>(bytes: number, work: () => Promise<Value>): Promise<Value>;
  /** Does the work while nobody else does any. */
  spendAll<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Makes the budget of a process. */
export function createByteBudget(bytesMax: number): ByteBudget {
  const waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  let free = bytesMax;

  function beginNext(): void {
    while (waiting.length > 0 && waiting[0]!.bytes <= free) {
      const { bytes, begin } = waiting.shift()!;
      free -= bytes;
      begin();
    }
  }
  async function spend<Value>(wanted: number, work: () => Promise<Value>): Promise<Value> {
    const bytes = Math.min(wanted, bytesMax);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ bytes, begin: resolve });
    beginNext();
    await promise;
    try {
      return await work();
    } finally {
      free += bytes;
      beginNext();
    }
  }
  return { spend, spendAll: (work) => spend(bytesMax, work) };
}
