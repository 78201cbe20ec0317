/** Networks as operators write them. */
import { isIP } from 'node:net';

/** Whether a text is a network as `10.20.0.0/16` or `fd00:1::/32`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0 || address.includes('%') || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (family === 4 ? 32 : 128);
}
