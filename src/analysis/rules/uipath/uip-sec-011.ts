/** A workflow accepts server certificates without a check. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { expressionTitle, liveExpressionsWith } from '../../patterns/code/expression-code.ts';
import { replacesCertificateCheck } from '../../patterns/code/weakened-tls.ts';
import { assignedIn, assigningIn } from '../../semantics/assigned.ts';
import { isFalse } from '../../semantics/texts.ts';

const KEYWORD = /Server(?:CertificateCustom|Certificate)|DangerousAccept|CheckCertificateRevocation/i;

/** Returns whether code replaces the check, or leaves out that for revoked certificates. */
function weakens(expression: Expression): boolean {
  if (replacesCertificateCheck(expression)) return true;
  for (const { name, value } of assignedIn(expression.tree, assigningIn(expression)))
    if (/^CheckCertificateRevocationList$/i.test(name) && isFalse(value)) return true;
  return false;
}

/** The same in a script or command line, with the program perhaps in a setting of its own. */
const WEAKENS_SCRIPT =
  /\bServerCertificateValidationCallback\s*=\s*(?!\$null)|\s-SkipCertificateCheck\b(?!:\s*\$false)|\bTrustAllCertsPolicy\b|\bcurl(?:\.exe)?\b[^|;&\n]{0,400}?\s(?:-k|--insecure)(?=["'\s]|$)|\bwget(?:\.exe)?\b[^|;&\n]{0,400}?\s--no-check-certificate\b/i;

function* weakScripts(activity: Activity): Generator<Problem> {
  if (activity.role !== 'shell') return;
  const program = literalOf(propertyOf(activity, 'FileName')) ?? '';
  for (const property of activity.properties) {
    if (property.direction === 'out') continue;
    const text = property.name === 'Arguments' ? `${program} ${property.text}` : property.text;
    if (!WEAKENS_SCRIPT.test(text)) continue;
    const message = `What "${activity.name}" runs (${property.name}) does not check the certificate of the server.`;
    yield { at: property, message, subject: property.name };
  }
}

/** Maps lower-case names of switches to the value that weakens. */
function weakValues(flags: readonly string[]): ReadonlyMap<string, string> {
  return new Map(flags.map((flag) => flag.toLowerCase().split('=', 2) as [string, string]));
}

function* weakSwitches(activity: Activity, weak: ReadonlyMap<string, string>): Generator<Problem> {
  for (const property of activity.properties) {
    const last = property.name.slice(property.name.lastIndexOf('.') + 1).toLowerCase();
    const weakest = property.direction === 'out' ? undefined : weak.get(last);
    if (weakest === undefined || weakest !== property.text.trim().toLowerCase()) continue;
    const { name } = property;
    const message = `"${activity.name}" does not check the certificate of the server ("${name}" is ${property.text.trim()}).`;
    yield { at: property, message, subject: name };
  }
}

function* weakCode(workflow: Workflow): Generator<Problem> {
  for (const at of liveExpressionsWith(workflow, KEYWORD)) {
    if (!weakens(at)) continue;
    const title = expressionTitle(workflow, at);
    const message = `${title.slice(0, 1).toUpperCase()}${title.slice(1)} switches the check of server certificates off.`;
    yield { at, message, subject: at.name };
  }
}

export const rule = defineRule({
  id: 'UIP-SEC-011',
  version: 1,
  title: 'TLS certificate validation disabled',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever sits between the robot and the server can pose as the server, and read and change everything that is sent, passwords included.',
  fix: 'Switch the check back on in the Properties panel, or delete the line from the code. If the server has a certificate of your own authority, install the certificate of that authority in the Windows store "Trusted Root Certification Authorities" of the robot machine.',
  compliance: ['CERT'],
  dedupeGroup: 'tls-validation',
  options: {
    flags: {
      default: [
        'AcceptAllCertificates=True',
        'DisableSslVerification=True',
        'EnableSSLVerification=False',
        'IgnoreCRL=True',
        'IgnoreSslErrors=True',
      ] as readonly string[],
      about: 'Settings that switch the validation of certificates off, as `Name=Value`.',
      stricter: 'longer',
    },
  },
  level: 'workflow',
  words: ({ flags }) => [
    ...weakValues(flags).keys(),
    'servercertificate',
    'dangerousaccept',
    'checkcertificaterevocation',
    'skipcertificatecheck',
    'trustallcerts',
    'curl',
    'no-check-certificate',
  ],
  *check(workflow, { options }) {
    const weak = weakValues(options.flags);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      yield* weakSwitches(activity, weak);
      yield* weakScripts(activity);
    }
    yield* weakCode(workflow);
  },
  examples: {
    uipath: {
      bad: [
        '<ui:HttpClient DisplayName="Get rates" EnableSSLVerification="False" />',
        '<ui:NetHttpRequest DisableSslVerification="[True]" />',
        '<ui:InvokeCode Code="System.Net.ServicePointManager.ServerCertificateValidationCallback = Function(a, b, c, d) True" />',
        `<Assign><Assign.Value><InArgument x:TypeArguments="x:Object">
  <CSharpValue x:TypeArguments="x:Object">new HttpClientHandler { ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator }</CSharpValue>
</InArgument></Assign.Value></Assign>`,
        '<ui:InvokeCode Code="AddHandler ServicePointManager.ServerCertificateValidationCallback, Function(a, b, c, d) True" />',
        '<ui:StartProcess FileName="curl.exe" Arguments="-k https://api.example.com/rates" />',
        '<ui:InvokePowerShell CommandText="Invoke-RestMethod https://api.example.com/rates -SkipCertificateCheck" />',
      ],
      good: [
        '<ui:StartProcess FileName="curl.exe" Arguments="--keepalive-time 2 https://api.example.com/-k" />',
        '<ui:InvokePowerShell CommandText="Invoke-RestMethod https://api.example.com/rates -SkipCertificateCheck:$false" />',
        '<ui:HttpClient EnableSSLVerification="True" /><ui:NetHttpRequest DisableSslVerification="False" />',
        '<ui:HttpClient EnableSSLVerification="[in_Verify]" />',
        // Near misses: a comment, a text, and restoring the check.
        '<ui:InvokeCode Code="\' ServerCertificateValidationCallback = x&#xA;ServicePointManager.ServerCertificateValidationCallback = Nothing" />',
        '<WriteLine Text="[&quot;ServerCertificateValidationCallback = true is bad&quot;]" />',
      ],
    },
  },
});
