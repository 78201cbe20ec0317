/** Reports data of another project that gets out here. The service reports it, as no engine sees two projects. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-PRV-007', { level: 'workflow', check: () => [] });
