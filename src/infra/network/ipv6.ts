/** IPv6 addresses by their groups, and IPv4 addresses embedded in them. */

/** Parses an address that `isIP` calls IPv6 into its eight groups; null for anything else. */
export function ipv6Groups(address: string): readonly number[] | null {
  const [plain = ''] = address.split('%');
  const halves = plain.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':').flatMap(groupsOf)));
  if (head === undefined) return null;
  if (tail === undefined) return head.length === 8 ? head : null;
  const zeros = 8 - head.length - tail.length;
  return zeros < 1 ? null : [...head, ...Array<number>(zeros).fill(0), ...tail];
}

function groupsOf(part: string): number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

/**
 * Returns the IPv4 address that packets to this one reach: IPv4-mapped and -compatible (RFC 4291), translated (RFC
 * 2765), NAT64 (RFC 6052) and 6to4 (RFC 3056). Null when none is embedded.
 */
export function embeddedIpv4(groups: readonly number[]): string | null {
  const [g0, g1, g2, g3, g4, g5, g6, g7] = groups as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const zero = (...list: readonly number[]) => list.every((group) => group === 0);
  if (g0 === 0x2002) return dotted(g1, g2);
  const mapped = zero(g0, g1, g2, g3, g4) && (g5 === 0xffff || g5 === 0);
  const translated = zero(g0, g1, g2, g3, g5) && g4 === 0xffff;
  const nat64 = g0 === 0x64 && g1 === 0xff9b && zero(g2, g3, g4, g5);
  return mapped || translated || nat64 ? dotted(g6, g7) : null;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
