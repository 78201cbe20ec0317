/** Objects of Kubernetes, as far as the checks look at them; their published types check the rest. */

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: Spec;
}

export type Labels = Readonly<Record<string, string>>;

interface Spec {
  readonly replicas?: number;
  readonly clusterIP?: string;
  readonly template?: { readonly metadata?: { readonly labels?: Labels }; readonly spec: PodSpec };
  /** Of a Deployment or a budget `matchLabels`, of a Service the labels themselves. */
  readonly selector?: { readonly matchLabels?: Labels } | Labels;
  readonly podSelector?: PodSelector;
  readonly policyTypes?: readonly string[];
  readonly ingress?: readonly unknown[];
  readonly egress?: readonly unknown[];
  readonly scaleTargetRef?: { readonly name: string };
}

export interface PodSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly grpc?: { readonly port: number };
  readonly tcpSocket?: { readonly port: string | number };
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly items?: readonly { readonly key: string }[] };
  readonly configMap?: { readonly name: string };
  readonly emptyDir?: object;
}
