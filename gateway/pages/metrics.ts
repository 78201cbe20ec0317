/** GET /metrics: the counts of this process in the text format of Prometheus. */
import type { Page } from '../page.ts';

export const metrics: Page = {
  path: '/metrics',
  prepare:
    ({ metrics }) =>
    async (_request, response) => {
      response.set('Content-Type', metrics.registry.contentType);
      response.send(Buffer.from(await metrics.registry.metrics()));
    },
};
