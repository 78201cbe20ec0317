/** Finds secrets by their documented form, in any text of a workflow. */
import { defineRule } from '../../model/rule.ts';
import { mask } from '../patterns/mask.ts';
import { knownSecretsIn } from '../patterns/secret-formats.ts';

// Put together at run time, so that nobody's scanner takes this file for a leak.
const GITHUB = ['ghp', 'k3J9dQ7xZr2LmV8sTb5NcW1yHp4GfA6uEoRi'].join('_');
const STRIPE = ['sk', 'live', 'b7Qm2Zx9Kd4Tn6Vr8Ws3'].join('_');
const STORAGE = `AccountKey=${'Zq8Lw3Rt6Yp1Ks9Dv4Bn'.repeat(5).slice(0, 86)}==`;
const GOOGLE = ['AI', 'zaSyB4kQ9wEr7tYu1iOp3aSdF5gHjK8lZxCvN'].join('');

export const rule = defineRule({
  id: 'XPL-SEC-001',
  version: 1,
  title: 'Known secret format',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everybody who can read the file, its history or a copy of it can use the secret.',
  fix: 'Revoke the secret at its issuer now, then read a new one from a credential store at run time. Deleting it from the file is not enough: old versions still hold it.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  includeDisabled: true,
  examples: {
    uipath: {
      bad: [
        `<ui:LogMessage DisplayName="Log" Message="[&quot;using ${GITHUB}&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="connection" Default="${STORAGE}" />`,
      ],
      good: [
        `<ui:LogMessage DisplayName="Log" Message="[&quot;using ghp_token from the vault&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="connection" Default="AccountName=invoices;EndpointSuffix=core.windows.net" />`,
        // Near miss: an example of the form, as documentation has it.
        `<ui:LogMessage DisplayName="Log" Message="[&quot;a token looks like ghp_${'x'.repeat(36)}&quot;]" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.org", "headers": {"X-Key": "${STRIPE}"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "key ${GOOGLE}", "runAfter": {}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.org", "headers": {"X-Key": "@parameters('ApiKey (crm_ApiKey)')"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "keys start with sk_live_ or AIza", "runAfter": {}}`,
        // Near miss: an example of the form, as documentation has it.
        `"Note": {"type": "Compose", "inputs": "a token looks like ghp_${'x'.repeat(36)}", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "${GITHUB}"}}]}`,
        `"variables": [{"name": "sKey", "type": "STRING", "defaultValue": {"type": "STRING", "string": "${STRIPE}"}}]`,
      ],
      good: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "ghp_ is the prefix of a token"}}]}`,
        `"variables": [{"name": "sKey", "type": "STRING", "defaultValue": {"type": "STRING", "string": "https://vault.example.org/keys/${'0'.repeat(36)}"}}]`,
        // Near miss: an example of the form, as documentation has it.
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "a token looks like ghp_${'x'.repeat(36)}"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        `<stage stageid="d1" name="Connection" type="Data"><datatype>text</datatype><initialvalue>${STORAGE}</initialvalue></stage>`,
        `<stage stageid="c1" name="Set key" type="Calculation"><calculation expression="&quot;${GITHUB}&quot;" stage="Key" /><onsuccess>end</onsuccess></stage>`,
      ],
      good: [
        '<stage stageid="d1" name="Connection" type="Data"><datatype>text</datatype><initialvalue>AccountName=invoices</initialvalue></stage>',
        '<stage stageid="c1" name="Set key" type="Calculation"><calculation expression="&quot;ghp_&quot; &amp; [Suffix]" stage="Key" /><onsuccess>end</onsuccess></stage>',
        // Near miss: an example of the form, as documentation has it.
        `<stage stageid="d1" name="Note" type="Data"><datatype>text</datatype><initialvalue>a token looks like ghp_${'x'.repeat(36)}</initialvalue></stage>`,
      ],
    },
  },
  level: 'text',
  check(text) {
    return knownSecretsIn(text.text).map(({ title, secret }) => {
      const where = text.name === '' ? 'This text' : `"${text.name}"`;
      return {
        at: text,
        message: `${where} holds what looks like a ${title}: ${mask(secret)}.`,
        subject: `${text.name} ${title}`,
      };
    });
  },
});
