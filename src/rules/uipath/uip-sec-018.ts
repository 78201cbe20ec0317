/** Broken or outdated cryptography. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { expressionTitle, liveCodeWith } from '../patterns/expression-code.ts';

const ACTIVITIES = new Set(
  `EncryptText DecryptText EncryptFile DecryptFile HashText HashFile KeyedHashText KeyedHashFile`.split(
    /\s+/,
  ),
);
const KEYWORD = /MD5|SHA1|DES|RC2|CipherMode/i;
/** In compact code: a class of .NET that is created or used, not a name that merely begins alike. */
const CLASS =
  /\b((?:HMAC)?(?:MD5|SHA1)|(?:Triple)?DES|RC2)(?:(?:CryptoServiceProvider|Managed|Cng)\b|\.(?:Create|HashData)\(|\()/i;
/** Checksums: they find files that changed by accident, which these algorithms still do. */
const CHECKSUM = /\b(?:File\.(?:Open|OpenRead|ReadAllBytes)|FileStream|checksum|etag)\b/i;
const PLAIN_HASH = /^(?:MD5|SHA1)$/i;
const ECB = /\bCipherMode\.ECB\b/i;

function activityProblem(activity: Activity, weak: ReadonlySet<string>): Problem | undefined {
  const algorithm = propertyOf(activity, 'Algorithm');
  // C# projects write `SymmetricAlgorithms.DES`.
  const text = literalOf(algorithm) ?? algorithm?.text ?? '';
  const name = text.slice(text.lastIndexOf('.') + 1).trim();
  if (activity.type === 'HashFile' && PLAIN_HASH.test(name)) return undefined;
  if (algorithm === undefined || !weak.has(name.toLowerCase())) return undefined;
  const message = `"${activity.name}" uses ${name}, which does not protect any more.`;
  return { at: algorithm, message, subject: algorithm.name };
}

/** The algorithm of `HashAlgorithm.Create("MD5")`, where it is a weak one. */
function createdByName({ tokens }: Expression, weak: ReadonlySet<string>): string | undefined {
  const at = tokens.findIndex(
    ({ text }, i) => /Algorithm$|^HMAC$/i.test(text) && /^Create$/i.test(tokens[i + 2]?.text ?? ''),
  );
  const name = at === -1 ? undefined : tokens[at + 4];
  return name?.kind === 'string' && weak.has(name.text.toLowerCase()) ? name.text : undefined;
}

function* codeProblems(workflow: Workflow, weak: ReadonlySet<string>): Generator<Problem> {
  for (const { at, code } of liveCodeWith(workflow, KEYWORD)) {
    const name =
      CLASS.exec(code)?.[1] ?? createdByName(at, weak) ?? (ECB.test(code) ? 'the block mode ECB' : undefined);
    if (name === undefined || (PLAIN_HASH.test(name) && CHECKSUM.test(code))) continue;
    const message = `Here ${expressionTitle(workflow, at)} uses ${name}, which does not protect any more.`;
    yield { at, message, subject: at.name };
  }
}

export const rule = defineRule({
  id: 'UIP-SEC-018',
  version: 1,
  title: 'Weak or unauthenticated cryptography',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'These algorithms can be broken with ordinary computers: encrypted data can be read or changed unnoticed, and a hash can be made to fit other data.',
  fix: 'Choose AES-GCM (or ChaCha20-Poly1305) as the Algorithm of the encryption activity, and SHA256 or better for hashes. Decrypt what is stored in the old form once and encrypt it again.',
  compliance: ['CRYPTO'],
  options: {
    weak: [
      'DES',
      'RC2',
      'RC4',
      'TripleDES',
      'Rijndael',
      'MD5',
      'SHA1',
      'HMACMD5',
      'HMACSHA1',
    ] as readonly string[],
  },
  level: 'workflow',
  words: ['encrypt', 'decrypt', 'hash', 'md5', 'sha1', 'des', 'rc2', 'ciphermode'],
  *check(workflow, { options }) {
    const weak = new Set(options.weak.map((name) => name.toLowerCase()));
    for (const activity of workflow.activities) {
      const problem =
        ACTIVITIES.has(activity.type) && isLive(activity) ? activityProblem(activity, weak) : undefined;
      if (problem !== undefined) yield problem;
    }
    yield* codeProblems(workflow, weak);
  },
  examples: {
    uipath: {
      bad: [
        '<ui:EncryptText DisplayName="Encrypt IBAN" Algorithm="TripleDES" Input="[iban]" />',
        `<ui:HashText><ui:HashText.Algorithm><InArgument x:TypeArguments="x:Object">
  <CSharpValue x:TypeArguments="x:Object">HashingAlgorithms.MD5</CSharpValue></InArgument></ui:HashText.Algorithm></ui:HashText>`,
        '<ui:InvokeCode Code="Dim md5 As MD5 = MD5.Create()&#xA;hash = md5.ComputeHash(bytes)" />',
        '<ui:InvokeCode Language="CSharp" Code="aes.Mode = CipherMode.ECB;" />',
        '<ui:InvokeCode Code="Dim hasher = HashAlgorithm.Create(&quot;MD5&quot;)" />',
      ],
      good: [
        '<ui:EncryptText Algorithm="AESGCM" /><ui:KeyedHashText Algorithm="SHA256" />',
        '<ui:InvokeCode Code="hash = SHA256.Create().ComputeHash(bytes)" />',
        // Near misses: the checksum of a file.
        '<ui:HashFile Algorithm="MD5" FilePath="[path]" />',
        '<ui:InvokeCode Code="hash = MD5.Create().ComputeHash(File.ReadAllBytes(path))" />',
        // Near misses: variables and texts with such names, and code that is a comment.
        '<ui:InvokeCode Code="\' MD5.Create()&#xA;des = &quot;DES(3)&quot;&#xA;SHA1Label = nodes.Description" />',
        '<ui:EncryptText Algorithm="[in_Algorithm]" />',
      ],
    },
  },
});
