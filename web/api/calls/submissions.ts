/** Calls that send files to be validated by the organisation's policy. */
import type { ProjectResponse, ValidationRunResponse } from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

type Form = { readonly body: FormData };

export const submitFile = defineCall<ValidationRunResponse, Form>('POST', '/api/v1/validate/async');
export const submitProject = defineCall<ProjectResponse, Form>('POST', '/api/v1/validate/project');
