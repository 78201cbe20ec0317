/** Finds code that disables the check of certificates or allows broken protocols. */
import { defineRule } from '../../model/rule.ts';
import type { Expression } from '../../model/workflow.ts';
import { codePartOf, treeCode } from '../../patterns/blue-prism/stage-code.ts';
import {
  brokenProtocolIn,
  replacesCertificateCheck,
  sendsMailInClear,
} from '../../patterns/code/weakened-tls.ts';

/** Returns the effect of the code on the connection, or undefined. */
function weakens(code: Expression): string | undefined {
  if (replacesCertificateCheck(code)) return 'replaces the check of server certificates';
  const broken = brokenProtocolIn(code);
  if (broken !== undefined) return `allows the protocol ${broken}`;
  return sendsMailInClear(code) ? 'switches encryption of the mail connection off' : undefined;
}

/** Builds an example: a Code stage. */
const stage = (code: string): string =>
  `<stage stageid="c" name="Call Service" type="Code"><onsuccess>end</onsuccess><code><![CDATA[${code}]]></code></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-010',
  version: 1,
  title: 'TLS weakened in code',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever sits between the robot and the server can read and change what goes over the connection, passwords included; the setting holds for the whole runtime resource, so other objects are hit too.',
  fix: 'Delete the line. Install the certificate of the server, or of its issuer, in the Windows store of the runtime resource, and leave the choice of the protocol to Windows (or name Tls12 and Tls13 only).',
  compliance: ['CERT'],
  controls: ['CWE-326'],
  dedupeGroup: 'tls-validation',
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        stage('ServicePointManager.ServerCertificateValidationCallback = AddressOf AcceptAll'),
        stage(
          'ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12 Or _\n  SecurityProtocolType.Tls11',
        ),
        stage('client.EnableSsl = False'),
        stage(
          'AddHandler ServicePointManager.ServerCertificateValidationCallback, Function(a, b, c, d) True',
        ),
        `<stage stageid="i" name="Initialise" type="ProcessInfo"><language>csharp</language>
           <globalcode><![CDATA[handler.ServerCertificateCustomValidationCallback = (a, b, c, d) => true;]]></globalcode></stage>`,
      ],
      good: [
        stage('ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12\nclient.EnableSsl = True'),
        stage("' client.EnableSsl = False\nclient.Send(mail)"),
        // The name of the setting alone, and a protocol that is only compared.
        stage(
          'Dim before = ServicePointManager.SecurityProtocol\nIf before = SecurityProtocolType.Tls Then Throw New Exception("old")',
        ),
        stage('ServicePointManager.ServerCertificateValidationCallback = Nothing'),
      ],
    },
  },
  level: 'text',
  words: ['servercertificate', 'certificatepolicy', 'securityprotocol', 'enablessl'],
  *check(text, { workflow }) {
    const part = codePartOf(workflow, text);
    const code = part && treeCode(part);
    const what = code && weakens(code);
    if (part !== undefined && what !== undefined) yield { at: part.at, message: `${part.title} ${what}.` };
  },
});
