/** Share tokens: 128 random bits as 22 letters and digits. Only a hash is stored: a reader of the table can open no report. */
import { hash, randomBytes } from 'node:crypto';
import { AppError } from '../../errors.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Digits of base 62 that hold 128 bits. */
const CHARACTERS = 22;
const PATTERN = new RegExp(`^[0-9A-Za-z]{${CHARACTERS}}$`);

/** Creates a token. */
export function makeShareToken(): string {
  let rest = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let token = '';
  for (let digit = 0; digit < CHARACTERS; digit += 1) {
    token = ALPHABET.charAt(Number(rest % 62n)) + token;
    rest /= 62n;
  }
  return token;
}

/** Returns the hash of a token that is stored, hexadecimal. @throws AppError `invalid_share_token` for a text that cannot be one */
export function hashShareToken(token: string): string {
  if (!PATTERN.test(token)) {
    const message = `The share token must be ${CHARACTERS} letters and digits. Copy it again from the report's link.`;
    throw new AppError('invalid_share_token', message, { field: 'share_token' });
  }
  return hash('sha256', token);
}
