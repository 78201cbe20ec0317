/** Passwords, keys and tokens that a vendor publishes: they are the same for everybody, so a file gives nothing away. */

const CONSTANTS: ReadonlySet<string> = new Set([
  // Pass phrases of key files: those that Google hands out, the key store of Java, the debug key store of Android.
  'notasecret',
  'changeit',
  // Emulators of Azure Storage and Cosmos DB.
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
  'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==',
  // Test keys of reCAPTCHA and Turnstile, which accept or reject everybody.
  '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
  '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe',
  '1x0000000000000000000000000000000AA',
  '2x0000000000000000000000000000000AA',
  '3x0000000000000000000000000000000AA',
  // Keys of documentations: Stripe, AWS, the programming interfaces of NASA.
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'pk_test_TYooMQauvdEDq54NiTphI7jx',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'DEMO_KEY',
]);

/** Returns whether a text is a password, key or token that a vendor publishes. */
export function isPublicConstant(text: string): boolean {
  return CONSTANTS.has(text);
}

/** Passwords of the tenants and machines of public courses: they open nothing but the lab, but get into real solutions. */
const LAB_PASSWORDS: ReadonlySet<string> = new Set(['pass@word1', 'pa$$w0rd', 'pa55w.rd', 'pa55w.rd1234']);

/** Returns whether a text is the password of a public course, in any letter case. */
export function isLabPassword(text: string): boolean {
  return LAB_PASSWORDS.has(text.toLowerCase());
}
