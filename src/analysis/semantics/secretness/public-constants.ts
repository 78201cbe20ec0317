/** Passwords, keys and tokens that a vendor publishes: they are the same for everybody, so a file gives nothing away. */
import { wordsOf } from '../words.ts';

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

/** Words of a value that is typed to try a step, and those that stand around them: `NotARealPassword1`, `dummy-token`. */
const DUMMY_WORDS: ReadonlySet<string> = new Set(
  'real fake dummy sample example demo test testing foo bar abc xyz asdf'.split(' '),
);
const AROUND_DUMMIES: ReadonlySet<string> = new Set(
  'not no a an the my some this is only just password pass pwd secret token key api client access'.split(' '),
);
/** Matches a value that ends with nothing, or with numbers in their order. */
const DUMMY_END = /^[^\d]{3,60}?[@#_. -]?(?:1|12|123|1234|12345|123456)?!?$/;

/** Returns whether a value says that it is none. */
function isDummy(text: string): boolean {
  if (!DUMMY_END.test(text)) return false;
  const words = wordsOf(text);
  return (
    words.some((word) => DUMMY_WORDS.has(word)) &&
    words.every((word) => DUMMY_WORDS.has(word) || AROUND_DUMMIES.has(word)) &&
    (!words.includes('real') || words.some((word) => word === 'not' || word === 'no'))
  );
}

/** Returns whether a text is the password of a public course, or says that it is none. */
export function isLabPassword(text: string): boolean {
  return LAB_PASSWORDS.has(text.toLowerCase()) || isDummy(text);
}
