/** `deploy/kubernetes/components/monitoring/alerts.yaml`: the alerts as an object of the operator of Prometheus. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the whole file, made of the rules for Prometheus itself. */
export function kubernetesAlerts(root: string): string {
  const rules = readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8');
  const groups = rules.slice(rules.indexOf('groups:\n'));
  return `# Generated from deploy/prometheus/alerts.yaml: npm run generate
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: flowarden
spec:
${groups.replaceAll(/^(?=.)/gm, '  ')}`;
}
