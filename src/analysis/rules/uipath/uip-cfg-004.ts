/** A resource of a test environment in a workflow for production. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const RESOURCE =
  /^(?:AssetName|QueueName|QueueType|FolderPath|OrchestratorFolderPath|Url|EndPoint|BucketName|StorageBucketName)$/i;

export const rule = defineRule({
  id: 'UIP-CFG-004',
  version: 1,
  title: 'Non-production resource name',
  platforms: ['uipath'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The workflow reads from or writes to a test environment while it runs in production.',
  fix: 'Read the name from the configuration of the environment.',
  compliance: ['ENVSEP'],
  controls: ['CWE-1051'],
  options: {
    pattern: {
      default: '',
      about: 'Pattern of names of other environments, such as `(?i)(^|[_./-])(dev|test|uat)([_./-]|$)`.',
      stricter: 'equal',
      isPattern: true,
    },
  },
  needsOneOf: ['pattern'],
  level: 'activity',
  *check(activity, { options }) {
    const pattern = compileUserPattern(options.pattern);
    for (const property of activity.properties) {
      const leaf = property.name.slice(property.name.lastIndexOf('.') + 1);
      if (!RESOURCE.test(leaf)) continue;
      const text = literalOf(property);
      if (text === undefined || !pattern.test(text)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" uses a resource whose name is not one of production: ${leaf}.`,
      };
    }
  },
  examples: {
    uipath: {
      options: { pattern: '(?i)(^|[_./-])(dev|test|uat)([_./-]|$)' },
      bad: [
        '<ui:GetRobotAsset AssetName="DEV_Login" />',
        '<ui:HttpClient EndPoint="https://erp.test.corp.example/orders" />',
      ],
      good: [
        '<ui:GetRobotAsset AssetName="Login" />',
        '<ui:GetRobotAsset AssetName="[in_Asset]" />',
        // Near miss: part of a word.
        '<ui:GetRobotAsset AssetName="Latest_Login" />',
        '<ui:LogMessage Message="DEV_Login" />',
      ],
    },
  },
});
