/** Calls of outlines, which pictures are drawn from. */
import type { OutlineResponse } from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Outline = OutlineResponse;

export const getOutline = defineCall<Outline, { params: { validationId: string }; query: QueryValues }>(
  'GET',
  '/api/v1/results/{validationId}/outline',
);
export const getScanOutline = defineCall<Outline, { params: { token: string }; query: QueryValues }>(
  'GET',
  '/api/v1/demo/scan/{token}/outline',
);
