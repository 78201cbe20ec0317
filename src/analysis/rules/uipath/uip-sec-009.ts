/** A workflow reads a secret from an asset that shows its value to everyone with access to assets. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';

export const rule = defineRule({
  id: 'UIP-SEC-009',
  version: 1,
  title: 'Credential stored as a generic asset',
  platforms: ['uipath'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The value of a Text asset stands in plain text in Orchestrator and its database, and reaches the robot as an ordinary string; only Credential and Secret assets are encrypted.',
  fix: 'In Orchestrator create an asset of type Credential (or Secret) with the value and delete the Text asset. In Studio replace "Get Asset" with "Get Credential" and bind its Password output, a SecureString.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-256'],
  dedupeGroup: 'plain-credential',
  options: {},
  level: 'activity',
  types: ['GetRobotAsset', 'GetAsset'],
  *check(activity) {
    const asset = propertyOf(activity, 'AssetName');
    const name = literalOf(asset);
    if (asset === undefined || name === undefined || secretness(name) === 'no') return;
    // Newer packages read Secret assets with the same activity.
    if (propertyOf(activity, 'TypeArguments')?.text.includes('SecureString') === true) return;
    yield {
      at: asset,
      message: `"${activity.name}" reads the secret "${name.slice(0, 100)}" from an asset without protection.`,
      subject: asset.name,
    };
  },
  examples: {
    uipath: {
      bad: [
        '<ui:GetRobotAsset DisplayName="Get password" AssetName="ErpPassword" Value="[value]" />',
        `<ui:GetRobotAsset><ui:GetRobotAsset.AssetName><InArgument x:TypeArguments="x:String">
  <CSharpValue x:TypeArguments="x:String">"Maps_ApiKey"</CSharpValue></InArgument></ui:GetRobotAsset.AssetName></ui:GetRobotAsset>`,
      ],
      good: [
        '<ui:GetRobotCredential AssetName="ErpPassword" Password="[secure]" />',
        '<ui:GetRobotAsset AssetName="[row(&quot;Asset&quot;).ToString]" />',
        // Near misses: about a secret; an asset that is one of the protected kind.
        '<ui:GetRobotAsset AssetName="PasswordExpiryDays" />',
        '<ui:GetRobotAsset x:TypeArguments="ss:SecureString" AssetName="Maps_ApiKey" />',
      ],
    },
  },
});
