/** Comparisons by the order of their operands. */

/** Operator of a comparison → whether it holds for an order, as functions that sort return it. */
export const ORDER_TESTS: ReadonlyMap<string, (order: number) => boolean> = new Map([
  ['=', (order: number) => order === 0],
  ['==', (order: number) => order === 0],
  ['<>', (order: number) => order !== 0],
  ['!=', (order: number) => order !== 0],
  ['<', (order: number) => order < 0],
  ['<=', (order: number) => order <= 0],
  ['>', (order: number) => order > 0],
  ['>=', (order: number) => order >= 0],
]);
