/** JSON Schema of `pack.yaml`, for editors. */
import { z } from 'zod';
import { packSchema } from './pack-schema.ts';

/** Returns the JSON Schema of `pack.yaml`. */
export function packEditorSchema(): object {
  return { title: 'Policy pack of Flowarden', ...z.toJSONSchema(packSchema, { io: 'input' }) };
}
