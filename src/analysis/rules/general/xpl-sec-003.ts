/** Finds private keys and certificate stores in any text of a workflow. */
import { defineRule } from '../../model/rule.ts';
import { privateKeyIn } from '../../patterns/secrets/private-key.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

// Joined at run time, so that no scanner takes this file for a leak.
const LINE = 'Zq8Lw3Rt6Yp1Ks9Dv4Bn';
const DASHES = '-'.repeat(5);
const PEM = `${DASHES}BEGIN RSA PRIVATE ${'KEY'}${DASHES} MIIEowIBAAKCAQEA${LINE.repeat(4)} ${DASHES}END RSA PRIVATE ${'KEY'}${DASHES}`;
const STORE = `MIIFAAIBAzCC${LINE.repeat(30)}`;
const CERTIFICATE = `MIIDdTCCAl2g${LINE.repeat(30)}`;
const HEADER_ONLY = `${DASHES}BEGIN PRIVATE ${'KEY'}${DASHES}`;

export const rule = defineRule({
  id: 'XPL-SEC-003',
  version: 1,
  title: 'Private key or certificate store embedded',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever has the file can act as the owner of the key: sign in, sign documents, read what was encrypted for it.',
  fix: 'Revoke the key and make a new one. Keep it in a key store (the certificate store of the machine, a vault or the credential store of the platform) and refer to it by name.',
  compliance: ['SECRET'],
  controls: ['CWE-321'],
  dedupeGroup: 'literal-secret',
  options: {},
  includeDisabled: true,
  level: 'text',
  words: ['mii', '-----begin ', 'putty-user-key-file-'],
  check(text, { workflow }) {
    const kind = privateKeyIn(text.text);
    if (kind === undefined) return [];
    const where = textTitle(workflow, text);
    return [{ at: text, message: `${where} has a ${kind} in it.`, subject: `${text.name} private key` }];
  },
  examples: {
    uipath: {
      bad: [
        `<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[pem]</OutArgument></Assign.To>
  <Assign.Value><InArgument x:TypeArguments="x:String">${PEM}</InArgument></Assign.Value></Assign>`,
        `<Variable x:TypeArguments="x:String" Name="store" Default="${STORE}" />`,
      ],
      good: [
        `<Variable x:TypeArguments="x:String" Name="thumbprint" Default="${LINE}" />`,
        `<Variable x:TypeArguments="x:String" Name="certificate" Default="${CERTIFICATE}" />`,
        // Near miss: the header that some code looks for.
        `<ui:LogMessage Message="[text.Replace(&quot;${HEADER_ONLY}&quot;, &quot;&quot;)]" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"Key": {"type": "Compose", "inputs": "${PEM}", "runAfter": {}}`,
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.org", "authentication": {"type": "ClientCertificate", "pfx": "${STORE}"}}, "runAfter": {}}`,
      ],
      good: [
        `"Key": {"type": "Compose", "inputs": "@parameters('Signing key (crm_Key)')", "runAfter": {}}`,
        `"Certificate": {"type": "Compose", "inputs": "${CERTIFICATE}", "runAfter": {}}`,
        // Near miss: the header that an expression looks for.
        `"Body": {"type": "Compose", "inputs": "@replace(outputs('Key'), '${HEADER_ONLY}', '')", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "${PEM}"}}]}`,
        `"variables": [{"name": "sStore", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${STORE}"}}]`,
      ],
      good: [
        `"variables": [{"name": "cKey", "type": "CREDENTIAL", "defaultValue": {"type": "CREDENTIAL", "credential": {"name": "Key", "lockerName": "Signing", "attributeName": "Pem"}}}]`,
        `"variables": [{"name": "sCertificate", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${CERTIFICATE}"}}]`,
        // Near miss: the header that a command looks for.
        `{"commandName": "replace", "packageName": "String", "attributes": [{"name": "findString", "value": {"type": "STRING", "string": "${HEADER_ONLY}"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        `<stage stageid="d1" name="Key" type="Data"><datatype>text</datatype><initialvalue>${PEM}</initialvalue></stage>`,
        `<stage stageid="d1" name="Store" type="Data"><datatype>text</datatype><initialvalue>${STORE}</initialvalue></stage>`,
      ],
      good: [
        '<stage stageid="d1" name="Key name" type="Data"><datatype>text</datatype><initialvalue>Signing</initialvalue></stage>',
        `<stage stageid="d1" name="Certificate" type="Data"><datatype>text</datatype><initialvalue>${CERTIFICATE}</initialvalue></stage>`,
        // Near miss: the header that an expression looks for.
        `<stage stageid="c1" name="Strip" type="Calculation"><calculation expression="Replace([Pem], &quot;${HEADER_ONLY}&quot;, &quot;&quot;)" stage="Body" /><onsuccess>end</onsuccess></stage>`,
      ],
    },
  },
});
