/** GET /readyz: whether requests can be served, and if not, why. */
import { AppError } from '../../src/errors.ts';
import { defineRoute, NOTHING } from '../route.ts';
import { StatusResponse } from '../schemas/service.ts';

export const ready = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'ready',
  tag: 'Service',
  summary: 'Can it serve requests?',
  description: 'For readiness probes: 200 when the core answers that it serves; else 503 with the reason.',
  access: 'open',
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: { 200: { description: 'It can.', schema: StatusResponse, example: { status: 'ok' } } },
  errors: ['engine_unavailable', 'shutting_down'],
  async handle(_input, { core, draining }) {
    if (draining.aborted) throw new AppError('shutting_down', 'The gateway is stopping.');
    await core.check();
    return { status: 200, body: { status: 'ok' } };
  },
});
