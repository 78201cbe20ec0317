/** GET /metrics: the counts of this process in the text format of Prometheus. */
import type { Page } from '../page.ts';

export const metrics: Page = {
  path: '/metrics',
  async serve(_request, response, services) {
    response.set('Content-Type', services.metrics.contentType);
    response.send(Buffer.from(await services.metrics.text()));
  },
};
