/** A workflow accepts server certificates without a check. */
import { derivedOfList } from '../../model/interning/derived.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Activity, Expression, Value, Workflow } from '../../model/workflow.ts';
import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { replacesCertificateCheck } from '../../patterns/code/weakened-tls.ts';
import { assignedIn, assigningIn } from '../../semantics/assigned.ts';
import { isFalse } from '../../semantics/texts.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

/** Names of what only code can switch off, and cheaper to find than its tree. */
const KEYWORD = /Server(?:CertificateCustom|Certificate)|DangerousAccept|CheckCertificateRevocation/i;

/** Returns whether code replaces the check, or leaves out that for revoked certificates. */
function isCodeWeak(expression: Expression): boolean {
  if (replacesCertificateCheck(expression)) return true;
  for (const { name, value } of assignedIn(expression.tree, assigningIn(expression)))
    if (/^CheckCertificateRevocationList$/i.test(name) && isFalse(value)) return true;
  return false;
}

/** The same in a script or command line, with the program perhaps in a setting of its own. */
const WEAK_SCRIPT =
  /\bServerCertificateValidationCallback\s*=\s*(?!\$null)|\s-SkipCertificateCheck\b(?!:\s*\$false)|\bTrustAllCertsPolicy\b|\bcurl(?:\.exe)?\b[^|;&\n]{0,400}?\s(?:-k|--insecure)(?=["'\s]|$)|\bwget(?:\.exe)?\b[^|;&\n]{0,400}?\s--no-check-certificate\b/i;

function isScriptWeak(activity: Activity, { name, text }: Value): boolean {
  const program = name === 'Arguments' ? `${literalOf(propertyOf(activity, 'FileName')) ?? ''} ` : '';
  return activity.role === 'shell' && WEAK_SCRIPT.test(program + text);
}

/** Maps lower-case names of switches to the value that weakens. */
const weakValues = derivedOfList(
  (flags) => new Map(flags.map((flag) => flag.toLowerCase().split('=', 2) as [string, string])),
);

/** Returns what leaves the certificate unchecked, as a sentence. */
function weaknessOf(workflow: Workflow, at: Value, weak: ReadonlyMap<string, string>): string | undefined {
  const activity = workflow.activities[at.owner];
  const value = at.text.trim();
  if (activity !== undefined && weak.get(lastPart(at.name).toLowerCase()) === value.toLowerCase())
    return `"${activity.name}" does not check the certificate of the server ("${at.name}" is ${value}).`;
  if (activity !== undefined && isScriptWeak(activity, at))
    return `What "${activity.name}" runs (${at.name}) does not check the certificate of the server.`;
  if (at.expression === undefined || !KEYWORD.test(value) || !isCodeWeak(at.expression)) return undefined;
  const title = expressionTitle(workflow, at.expression);
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)} switches the check of server certificates off.`;
}

export const rule = defineRule('UIP-SEC-011', {
  languages: UIPATH_LANGUAGES,
  level: 'assignment',
  partsIn: () => false,
  words: ({ flags }) => [
    ...weakValues(flags).keys(),
    'servercertificate',
    'dangerousaccept',
    'checkcertificaterevocation',
    'skipcertificatecheck',
    'trustallcerts',
    'insecure',
    '-k',
    'no-check-certificate',
  ],
  *check({ at }, { workflow, options }) {
    const message = weaknessOf(workflow, at, weakValues(options.flags));
    if (message !== undefined) yield { at, message, subject: at.name };
  },
});
