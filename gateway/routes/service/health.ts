/** GET /healthz: liveness of this process, without any dependency. */
import { defineRoute } from '../../endpoint/route.ts';

export const health = defineRoute({
  method: 'GET',
  path: '/healthz',
  operationId: 'health',
  tag: 'Service',
  summary: 'Is the process alive?',
  description: 'For liveness probes.',
  access: 'open',
  answers: {
    200: { description: 'It is.', message: 'flowarden.rest.v1.StatusResponse' },
  },
  handle: async () => ({ status: 200, body: { status: 'ok' } }),
});
