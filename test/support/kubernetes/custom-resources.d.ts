/** Custom resources of operators, as far as our files use them: their types are in no package that we may install. */
import type { HorizontalPodAutoscalerBehavior } from 'kubernetes-types/autoscaling/v2';
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1';

/** Of KEDA (`keda.sh/v1alpha1`). */
export interface ScaledObject {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'ScaledObject';
  metadata: ObjectMeta;
  spec: {
    scaleTargetRef: { apiVersion?: string; kind?: string; name: string };
    minReplicaCount?: number;
    maxReplicaCount?: number;
    pollingInterval?: number;
    cooldownPeriod?: number;
    advanced?: {
      restoreToOriginalReplicaCount?: boolean;
      horizontalPodAutoscalerConfig?: { name?: string; behavior?: HorizontalPodAutoscalerBehavior };
    };
    triggers: {
      type: 'prometheus';
      metricType?: 'AverageValue' | 'Value';
      metadata: { serverAddress: string; query: string; threshold: string; ignoreNullValues?: string };
    }[];
  };
}

/** Of the operator of Prometheus (`monitoring.coreos.com/v1`). */
export interface PodMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PodMonitor';
  metadata: ObjectMeta;
  spec: {
    selector: LabelSelector;
    podMetricsEndpoints: {
      port: string;
      path?: string;
      interval?: string;
      relabelings?: {
        sourceLabels?: string[];
        targetLabel?: string;
        replacement?: string;
        action?: 'replace' | 'keep' | 'drop';
      }[];
    }[];
  };
}

/** Of the operator of Prometheus (`monitoring.coreos.com/v1`). */
export interface PrometheusRule {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PrometheusRule';
  metadata: ObjectMeta;
  spec: {
    groups: {
      name: string;
      rules: {
        alert: string;
        expr: string;
        for?: string;
        labels?: { [name: string]: string };
        annotations?: { [name: string]: string };
      }[];
    }[];
  };
}
