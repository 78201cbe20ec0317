/**
 * SHA-256 of short texts, at once. The browser's own gives its results one by one and later, which is far too slow to try
 * numbers, and over plain http it has none.
 */

const BLOCK_BYTES = 64;
/** Bytes of the padding besides zeros: one bit and the length. */
const PADDING_BYTES = 9;

const PRIMES = firstPrimes(64);
/** Fractions of the cube roots of the first 64 primes. */
const CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
/** Fractions of the square roots of the first 8. */
const START = Uint32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** Hashing of texts with the same start. */
export interface PrefixHash {
  /** Returns the first 32 bits of the SHA-256 of the start and this end. */
  first32(end: string): number;
}

/** Prepares the hashing of ASCII texts that begin with a prefix: its whole blocks are hashed once. */
export function hashAfter(prefix: string): PrefixHash {
  const known = new TextEncoder().encode(prefix);
  const wholeBytes = known.length - (known.length % BLOCK_BYTES);
  const middle = START.slice();
  for (let at = 0; at < wholeBytes; at += BLOCK_BYTES) addBlock(middle, known.subarray(at, at + BLOCK_BYTES));
  const rest = known.subarray(wholeBytes);
  return {
    first32(end) {
      const length = rest.length + end.length;
      const padded = new Uint8Array(Math.ceil((length + PADDING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES);
      padded.set(rest);
      for (let i = 0; i < end.length; i++) padded[rest.length + i] = end.charCodeAt(i);
      padded[length] = 0x80;
      new DataView(padded.buffer).setUint32(padded.length - 4, (wholeBytes + length) * 8);
      const state = middle.slice();
      for (let at = 0; at < padded.length; at += BLOCK_BYTES)
        addBlock(state, padded.subarray(at, at + BLOCK_BYTES));
      return state[0]!;
    },
  };
}

const words = new Int32Array(64);

/** Adds a block of 64 bytes to the state. */
function addBlock(state: Uint32Array, block: Uint8Array): void {
  for (let i = 0; i < 16; i++) {
    const at = i * 4;
    words[i] = (block[at]! << 24) | (block[at + 1]! << 16) | (block[at + 2]! << 8) | block[at + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const sigma0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const sigma1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16]! + sigma0 + words[i - 7]! + sigma1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const sum1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sum1 + choice + CONSTANTS[i]! + words[i]!) | 0;
    const sum0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sum0 + majority) | 0;
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + value) | 0;
}

/** Turns a word to the right. */
function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fraction(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
}
