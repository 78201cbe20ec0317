/** JSON Schemas of a pack's files, for editors. */
import { z } from 'zod';
import { customRuleSchema } from './custom-schema.ts';
import { packSchema } from './pack-schema.ts';

/** Returns the JSON Schema of `pack.yaml`. */
export function packEditorSchema(): object {
  return { title: 'Policy pack of Flowarden', ...z.toJSONSchema(packSchema, { io: 'input' }) };
}

/** Returns the JSON Schema of a custom rule's document. */
export function ruleEditorSchema(): object {
  return { title: 'Custom rule of Flowarden', ...z.toJSONSchema(customRuleSchema, { io: 'input' }) };
}
