/** Broken or outdated cryptography. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Activity, Expression, Property, Workflow } from '../../model/workflow.ts';
import { expressionTitle, liveExpressionsWith } from '../../patterns/code/expression-code.ts';
import { comparesFiles, weakAlgorithmIn } from '../../patterns/code/used-algorithm.ts';
import { weaknessOf } from '../../patterns/code/weak-algorithm.ts';
import { runsCode } from '../../patterns/operation.ts';
import { compactScript } from '../../patterns/scripts/script-tokens.ts';
import { defineRule } from '../define-rule.ts';

const ACTIVITIES = new Set(
  `EncryptText DecryptText EncryptFile DecryptFile HashText HashFile KeyedHashText KeyedHashFile`.split(
    /\s+/,
  ),
);
const KEYWORD = /MD5|SHA1|DES|RC[24]|CipherMode/i;
/** Names in code, whole or as the beginning of a class: "DES" is a part of many words. */
const IN_CODE =
  /\b(?:(?:HMAC)?(?:MD5|SHA1)|(?:Triple)?DES|RC[24])(?:CryptoServiceProvider|Managed|Cng)?\b|CipherMode/i;
/**
 * Algorithms in PowerShell and Python: `[…MD5]::Create(`, `New-Object …MD5CryptoServiceProvider`, `hashlib.md5(`,
 * `DES.new(`.
 */
const SCRIPT_CLASS =
  /\b((?:HMAC)?(?:MD5|SHA1)|(?:Triple)?DES|RC2|RC4)(?:(?:CryptoServiceProvider|Managed|Cng)\b|\]::(?:Create|new|HashData)\()|\bhashlib\.(md5|sha1)\(|\bA?(RC4|DES)\.new\(/i;
/** Checksums: they find files that changed by accident, which these algorithms still do. */
const CHECKSUM = /\b(?:File\]?[.:]{1,2}(?:Open|OpenRead|ReadAllBytes)|FileStream|checksum|etag)\b/i;
const PLAIN_HASH = /^(?:MD5|SHA1)$/i;
const ECB = /\bCipherMode\]?[.:]{1,2}ECB\b/i;

/** Returns the use of the algorithm by an activity, by the name of its type. */
function useOf({ type }: Activity): string {
  if (type.startsWith('Encrypt')) return 'encrypts with';
  return type.startsWith('Decrypt') ? 'decrypts with' : 'hashes with';
}

function activityProblem(activity: Activity, weak: ReadonlySet<string>): Problem | undefined {
  const algorithm = propertyOf(activity, 'Algorithm');
  // C# projects write `SymmetricAlgorithms.DES`.
  const text = literalOf(algorithm) ?? algorithm?.text ?? '';
  const name = text.slice(text.lastIndexOf('.') + 1).trim();
  if (activity.type === 'HashFile' && PLAIN_HASH.test(name)) return undefined;
  if (algorithm === undefined || !weak.has(name.toLowerCase())) return undefined;
  return weakProblem(algorithm, name, `"${activity.name}" ${useOf(activity)}`);
}

function weakProblem(at: Property | Expression, algorithm: string, use: string): Problem {
  const { title, reason, severity } = weaknessOf(algorithm);
  const problem = { at, message: `${use} ${title}: ${reason}.`, subject: at.name };
  return severity === undefined ? problem : { ...problem, severity };
}

function* codeProblems(workflow: Workflow, weak: ReadonlySet<string>): Generator<Problem> {
  for (const at of liveExpressionsWith(workflow, IN_CODE)) {
    const algorithm = weakAlgorithmIn(at.tree, weak);
    if (algorithm === undefined || (PLAIN_HASH.test(algorithm) && comparesFiles(at.tree))) continue;
    yield weakProblem(at, algorithm, `${capitalised(expressionTitle(workflow, at))} uses`);
  }
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const isChecksum = (algorithm: string, code: string): boolean =>
  PLAIN_HASH.test(algorithm) && CHECKSUM.test(code);

/** Checks fixed scripts of another language, such as those of "Invoke PowerShell" and "Run Python Script". */
function* scriptProblems(activity: Activity): Generator<Problem> {
  for (const property of activity.properties) {
    const script = literalOf(property);
    if (property.direction === 'out' || script === undefined || !KEYWORD.test(script)) continue;
    const code = compactScript(script);
    const found = SCRIPT_CLASS.exec(code);
    const algorithm = found?.[1] ?? found?.[2] ?? found?.[3] ?? (ECB.test(code) ? 'ECB' : undefined);
    if (algorithm === undefined || isChecksum(algorithm, code)) continue;
    yield weakProblem(property, algorithm, `The script of "${activity.name}" uses`);
  }
}

export const rule = defineRule('UIP-SEC-018', {
  languages: UIPATH_LANGUAGES,
  level: 'workflow',
  words: ['encrypt', 'decrypt', 'hash', 'md5', 'sha1', 'des', 'rc2', 'rc4', 'ciphermode'],
  *check(workflow, { options }) {
    const weak = new Set(options.weak.map((name) => name.toLowerCase()));
    for (const activity of workflow.activities) {
      const problem =
        ACTIVITIES.has(activity.type) && isLive(activity) ? activityProblem(activity, weak) : undefined;
      if (problem !== undefined) yield problem;
      if (runsCode(activity) && activity.type !== 'InvokeCode' && isLive(activity))
        yield* scriptProblems(activity);
    }
    yield* codeProblems(workflow, weak);
  },
});
