/** A resource of a test environment in a workflow for production. */
import { literalOf } from '../../model/navigate.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';
import { defineRule } from '../define-rule.ts';

const RESOURCE =
  /^(?:AssetName|QueueName|QueueType|FolderPath|OrchestratorFolderPath|Url|EndPoint|BucketName|StorageBucketName)$/i;

export const rule = defineRule('UIP-CFG-004', {
  languages: UIPATH_LANGUAGES,
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
        message: `"${activity.name}" uses a non-production resource: ${leaf}.`,
      };
    }
  },
});
